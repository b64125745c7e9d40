"""The contract over HTTP: bodies in, views out, and the document that says so."""
