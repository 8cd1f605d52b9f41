"""Strategies: rules that yield a policy. Published ones, tuned ones, and a user's own."""
