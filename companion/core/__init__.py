"""What every game shares: values only, no input or output."""
