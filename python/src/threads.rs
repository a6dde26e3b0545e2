//! Threads for the steps of games.
use std::mem;
use std::num::NonZero;
use std::process;
use std::thread::available_parallelism;

use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A number of threads. A process that is forked has none of the threads of its parent, so it starts its own.
pub struct Threads {
    count: usize,
    /// `None` if the calling thread is enough.
    pool: Option<ThreadPool>,
    /// The process that the threads run in.
    process: u32,
}

impl Threads {
    /// Starts threads, at most one per game. 0 stands for one per processor.
    pub fn new(threads: usize, lanes: usize) -> PyResult<Threads> {
        let threads = match threads {
            0 => available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        Threads::start(threads.min(lanes))
    }

    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Starts as many threads again.
    pub fn another(&self) -> PyResult<Threads> {
        Threads::start(self.count)
    }

    fn start(count: usize) -> PyResult<Threads> {
        let pool = (count > 1).then(|| ThreadPoolBuilder::new().num_threads(count).build());
        let pool = pool.transpose();
        Ok(Threads {
            count,
            pool: pool.map_err(|error| PyValueError::new_err(format!("threads: {error}")))?,
            process: process::id(),
        })
    }

    /// Starts the threads anew if this process was forked since.
    pub fn renew_after_fork(&mut self) -> PyResult<()> {
        if self.process != process::id() {
            *self = self.another()?;
        }
        Ok(())
    }

    /// Returns the threads; `None` if the calling thread is enough.
    pub fn pool(&self) -> Option<&ThreadPool> {
        self.pool.as_ref()
    }
}

impl Drop for Threads {
    /// Stops the threads, except in a forked process: that would wait for locks that no thread gives back.
    fn drop(&mut self) {
        if self.process != process::id() {
            mem::forget(self.pool.take());
        }
    }
}
