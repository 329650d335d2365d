//! The sessions and the pending sign-ins. In memory and bounded: the oldest is dropped when full.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use http::HeaderMap;
use http::header::COOKIE;

/// Most sessions, and most pending sign-ins.
const CAPACITY: usize = 1000;

/// A bounded map under random keys.
#[derive(Debug)]
pub(crate) struct Store<T>(Mutex<(HashMap<String, T>, VecDeque<String>)>);

impl<T> Default for Store<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Store<T> {
    pub fn insert(&self, key: String, value: T) {
        let mut inner = self.lock();
        while inner.1.len() >= CAPACITY {
            let oldest = inner.1.pop_front().unwrap_or_default();
            inner.0.remove(&oldest);
        }
        inner.1.push_back(key.clone());
        inner.0.insert(key, value);
    }

    pub fn get(&self, key: &str) -> Option<T> {
        self.lock().0.get(key).cloned()
    }

    pub fn take(&self, key: &str) -> Option<T> {
        self.take_if(key, |_| true)
    }

    /// Removes and returns a value in one step, if it is the caller's.
    pub fn take_if(&self, key: &str, ours: impl FnOnce(&T) -> bool) -> Option<T> {
        let mut inner = self.lock();
        if !inner.0.get(key).is_some_and(ours) {
            return None;
        }
        inner.1.retain(|other| other != key);
        inner.0.remove(key)
    }

    /// Removes every value that is meant; returns how many there were.
    pub fn remove(&self, meant: impl Fn(&T) -> bool) -> usize {
        let mut inner = self.lock();
        let (values, order) = &mut *inner;
        let before = values.len();
        values.retain(|_, value| !meant(value));
        order.retain(|key| values.contains_key(key));
        before - values.len()
    }

    fn lock(&self) -> MutexGuard<'_, (HashMap<String, T>, VecDeque<String>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The value of a cookie (RFC 6265, 4.2).
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_goes_when_it_is_full() {
        let store = Store::default();
        for number in 0..=CAPACITY {
            store.insert(number.to_string(), number);
        }
        assert_eq!(store.get("0"), None);
        assert_eq!(store.get("1"), Some(1));
        assert_eq!(store.take("1"), Some(1));
        assert_eq!(store.take("1"), None);
        assert_eq!((store.remove(|number| *number < 10), store.get("9"), store.get("10")), (8, None, Some(10)));
    }
}
