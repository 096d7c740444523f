"""Places in a public distributed hash table, for those who know what leads there."""
