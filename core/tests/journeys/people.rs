//! People and their administrators, from outside.

mod attacks;
