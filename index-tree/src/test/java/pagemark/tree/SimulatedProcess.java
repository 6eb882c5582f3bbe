package pagemark.tree;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import pagemark.index.Inspector;
import pagemark.index.PageIndexWriter;
import pagemark.index.rows.RowRuns;
import pagemark.tree.request.NodeScan;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.Pause;
import pagemark.tree.request.RootScan;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.TreeWriter;

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
    return new TreeIndexWriter(
        trees, _ -> true, clock, fencePeriod, oneByOne(), roots, runs, _ -> Optional.empty());
  }

  /// The inspector of a table that has the tree of one group.
  ///
  /// @param roots finds that group
  public static Inspector inspector(
      Nodes nodes, RootScan roots, NodeLimits limits, RandomGenerator random, Pause pause) {
    TreeWriter trees = new TreeWriter(nodes, limits, random, pause);
    NodeScan none = (_, _) -> new NodeScan.NodesPart(List.of(), RootScan.BEGIN);
    return new TreeInspector(
        nodes, roots, none, trees, pause, item -> 100 + SimulatedItems.bytes(item));
  }

  static TreeIndexWriter.Parallel oneByOne() {
    return new TreeIndexWriter.Parallel() {
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
