"""Karma Table: a companion for people who play real games at a real table."""
