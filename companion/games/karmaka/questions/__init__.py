"""Everything a table of Karmaka can be asked, one class for each question."""
