//! The processor time of a process, as Linux accounts it.

use std::process::Command;

use crate::Result;

/// Reads the processor time of processes.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    ticks_per_second: f64,
}

impl Meter {
    /// Asks the system for the length of its tick.
    pub fn new() -> Result<Self> {
        let output = Command::new("getconf").arg("CLK_TCK").output()?;
        let ticks_per_second = String::from_utf8(output.stdout)?.trim().parse()?;
        Ok(Self { ticks_per_second })
    }

    /// User and system time of a process and all its threads, those that ended included: seconds, to the tick.
    pub fn read(self, pid: u32) -> Result<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let ticks = ticks(&stat).ok_or("/proc/PID/stat has another form")?;
        Ok(f64::from(ticks) / self.ticks_per_second)
    }
}

/// `utime` and `stime`: proc_pid_stat(5). The name before them may hold spaces and parentheses.
fn ticks(stat: &str) -> Option<u32> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_ascii_whitespace().skip(11);
    let utime: u32 = fields.next()?.parse().ok()?;
    let stime: u32 = fields.next()?.parse().ok()?;
    Some(utime + stime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_times_are_counted_whatever_the_name() {
        let stat = "42 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 120 34 99 98 20 0 3 0 100 200 300";
        assert_eq!(ticks(stat), Some(154));
        assert_eq!(ticks("42 (cut) S 1 2"), None);
    }

    #[test]
    fn the_own_time_grows() {
        let meter = Meter::new().unwrap();
        let before = meter.read(std::process::id()).unwrap();
        let grew = (0..10_000_000).any(|_| meter.read(std::process::id()).unwrap() > before);
        assert!(grew);
    }
}
