//! Tests of the authorisation room.
