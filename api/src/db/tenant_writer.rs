//! The typed sync target: staged rows go into one tenant's table in one transaction.
