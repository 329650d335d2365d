//! People and those who administer them, from outside.

mod attacks;
