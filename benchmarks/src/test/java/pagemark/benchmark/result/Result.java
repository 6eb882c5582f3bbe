package pagemark.benchmark.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// One run of benchmarks.
///
/// @param commit the commit whose code was measured, with `+` if files were changed
/// @param set `short` or `thorough`
/// @param machine processors, memory, operating system, JDK
/// @param versions of servers and libraries, by name
public record Result(
    String commit,
    Instant at,
    String set,
    Map<String, String> machine,
    Map<String, String> versions,
    double seconds,
    List<Finding> findings) {
  /// @throws IllegalArgumentException if there is no table of that id
  public Table table(String id) {
    return findings.stream()
        .flatMap(finding -> finding.tables().stream())
        .filter(table -> table.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the result has no table " + id));
  }

  /// @throws IllegalArgumentException if there is no figure of that id
  public Figure figure(String id) {
    return findings.stream()
        .flatMap(finding -> finding.figures().stream())
        .filter(figure -> figure.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the result has no figure " + id));
  }
}
