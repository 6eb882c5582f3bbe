package pagemark.dynamodb;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import pagemark.dynamodb.request.NodeScan;
import pagemark.dynamodb.request.Nodes;
import pagemark.dynamodb.request.Pause;
import pagemark.dynamodb.request.RootScan;
import pagemark.dynamodb.tree.NodeLimits;
import pagemark.dynamodb.tree.TreeWriter;
import pagemark.index.Inspector;
import pagemark.index.PageIndexWriter;
import pagemark.index.rows.RowRuns;

/// Makes the writer of a process, on simulated nodes and time. What it knows of structures survives
/// its batches.
public final class SimulatedProcess {
  private SimulatedProcess() {}

  /// @param clock the store's
  /// @param fencePeriod in whole seconds
  /// @param runs keeps the rows of rebuilds
  public static PageIndexWriter writer(
      Nodes nodes,
      RootScan roots,
      NodeLimits limits,
      RandomGenerator random,
      Pause pause,
      InstantSource clock,
      Duration fencePeriod,
      RowRuns runs) {
    TreeWriter trees = new TreeWriter(nodes, limits, random, pause);
    return new DynamoWriter(
        trees, _ -> true, clock, fencePeriod, oneByOne(), new TreeSweep(roots, trees), runs);
  }

  /// The inspector of a table that has the tree of one group.
  ///
  /// @param roots finds that group
  public static Inspector inspector(
      Nodes nodes, RootScan roots, NodeLimits limits, RandomGenerator random, Pause pause) {
    TreeWriter trees = new TreeWriter(nodes, limits, random, pause);
    NodeScan none = (_, _) -> new NodeScan.NodesPart(List.of(), RootScan.BEGIN);
    return new DynamoInspector(nodes, roots, none, trees, pause);
  }

  static DynamoWriter.Parallel oneByOne() {
    return new DynamoWriter.Parallel() {
      @Override
      public <T> List<T> all(List<Callable<T>> tasks) {
        List<T> results = new ArrayList<>();
        for (Callable<T> task : tasks) {
          try {
            results.add(task.call());
          } catch (RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
        return results;
      }
    };
  }
}
