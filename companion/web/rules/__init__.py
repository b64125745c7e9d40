"""The rules on the phone, what they mean right now, and the kit to print."""
