"""How the dice reader's networks are made; nothing here is needed to run them."""
