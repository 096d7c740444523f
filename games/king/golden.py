"""The digest of the golden playthroughs; written by the command that makes them."""

GOLDEN = "1888adf611c0ead3999d14d5d84754699a48dcd9bcfe8223d5bbb6acd37d8dd9"
