package pagemark.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The child processes of a stack, by name.
record Children(Map<String, ProcessHandle> processes) {
  static Children of(LocalState state) {
    Map<String, ProcessHandle> processes = new LinkedHashMap<>();
    processes.put("DynamoDB Local", state.database().server().process());
    state.index().process().ifPresent(redis -> processes.put("Redis", redis));
    return new Children(processes);
  }

  /// Waits until the first of them ends.
  ///
  /// @return its name
  String awaitFirstEnd() throws InterruptedException {
    List<CompletableFuture<String>> ends = new ArrayList<>();
    processes.forEach((name, process) -> ends.add(process.onExit().thenApply(_ -> name)));
    try {
      return (String) CompletableFuture.anyOf(ends.toArray(CompletableFuture[]::new)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
