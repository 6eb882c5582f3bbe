package pagemark.dynamodb;

import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.dynamodb.request.MissingTableException;
import pagemark.dynamodb.request.RootScan;
import pagemark.dynamodb.request.RootScan.Root;
import pagemark.dynamodb.request.RootScan.RootsPart;
import pagemark.dynamodb.tree.TreeWriter;
import pagemark.index.PageIndexWriter.Sweep;

/// Walks through the groups of a generation, and removes the leaves that nobody needs any more. A
/// step is one part of a scan.
///
/// A walk reads the whole table once, and then the inner nodes of all trees.
record TreeSweep(RootScan scan, TreeWriter trees) {
  /// Tells a position before the first part from the end.
  private static final String AT = "at ";

  /// @param position the end of the last walk's part; [Sweep#BEGIN] for a new walk
  /// @param hasTime asked before each step removes anything
  /// @param period of the store's clock
  Sweep from(String generation, String position, BooleanSupplier hasTime, long period) {
    String at = position.startsWith(AT) ? position.substring(AT.length()) : RootScan.BEGIN;
    long removed = 0;
    do {
      RootsPart part = part(generation, at);
      if (!hasTime.getAsBoolean()) {
        return new Sweep(removed, AT + at);
      }
      for (Root root : part.roots()) {
        removed += sweep(generation, root, period);
      }
      at = part.next();
    } while (!at.equals(RootScan.BEGIN));
    return new Sweep(removed, Sweep.BEGIN);
  }

  private long sweep(String generation, Root root, long period) {
    try {
      return trees.sweep(root.group().ref(generation), root.content(), period);
    } catch (MissingTableException e) {
      return 0;
    }
  }

  private RootsPart part(String generation, String at) {
    try {
      return scan.roots(generation, at);
    } catch (MissingTableException e) {
      return new RootsPart(List.of(), RootScan.BEGIN);
    } catch (IllegalArgumentException e) {
      return scan.roots(generation, RootScan.BEGIN);
    }
  }
}
