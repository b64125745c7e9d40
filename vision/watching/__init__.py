"""What the watching loop is made of: films, stillness, hands, sameness."""
