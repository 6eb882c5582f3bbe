package pagemark.benchmark;

import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.result.About;

/// Measures one thing beside a peer, on the same data in the same run. It checks what it measures:
/// a wrong page or a write that was not applied ends the run.
public interface Benchmark {
  About about();

  void run(Effort effort, Recorder recorder) throws Exception;
}
