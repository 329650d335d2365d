//! Small files that could take much memory.

use super::super::read::read;
use crate::bombs;
use crate::both;

/// The most memory of a file: 16 MiB plus the overhead of the allocator.
const KEPT: usize = 20 * 1024 * 1024;

both! {
    async fn a_small_file_takes_much_memory(engine) {
        let files = bombs::all();
        let mut refused = 0;
        for (what, file) in &files {
            let small = read(file).map_or(true, |lines| {
                let cells = lines.iter().flat_map(|line| &line.cells);
                cells.map(|cell| cell.capacity() + size_of::<String>()).sum::<usize>() < KEPT
            });
            assert!(small, "{what}");
            refused += usize::from(small);
        }
        crate::attack::refused("a file of an import is made to take much memory", engine, files.len(), refused);
    }
}
