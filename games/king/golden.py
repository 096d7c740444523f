"""The digest of the golden playthroughs; written by the command that makes them."""

GOLDEN = "35ef94eda6fad99c858f2406a0a4ddadac18ece97627104c017bc9411c8334ef"
