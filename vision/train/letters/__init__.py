"""Trains the recogniser of print on photographed cards further."""
