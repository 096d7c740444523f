"""What members say beside the game: chat, requests for a rematch, and who watches."""
