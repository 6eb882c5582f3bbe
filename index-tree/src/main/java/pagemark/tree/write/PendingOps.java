package pagemark.tree.write;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import pagemark.entry.Bytes;
import pagemark.tree.node.NodeKey;

/// The ops of a batch that are not applied yet, and which of them are due.
///
/// An absence waits until the presence of the same change is counted, unless both are in one leaf.
/// For example, a change moves an item from leaf 21 to leaf 24. Its presence in 24 is due at once,
/// and its absence in 21 only when the parent of 24 counts it. So an item that moves is in two
/// places for a moment and never in none, and is counted twice and never not at all.
final class PendingOps {
  /// The ops of a leaf.
  record LeafOps(Path path, List<PlaceOp> ops) {}

  private List<PlaceOp> pending = new ArrayList<>();

  /// The changes whose presence is not counted above its leaf yet.
  private final Set<Integer> uncounted = new HashSet<>();

  /// @param ops at most one for each place
  PendingOps(List<PlaceOp> ops) {
    pending.addAll(ops);
    ops.stream().filter(PlaceOp::isPresence).forEach(op -> uncounted.add(op.op()));
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  PlaceOp first() {
    return pending.getFirst();
  }

  List<Bytes> places() {
    return pending.stream().map(PlaceOp::place).toList();
  }

  /// Adds ops that must be tried again.
  void add(Collection<PlaceOp> ops) {
    pending.addAll(ops);
  }

  void removeIf(Predicate<PlaceOp> isVoid) {
    pending.removeIf(isVoid);
  }

  /// Whether nothing is due before some presences are counted.
  boolean allWait() {
    return pending.stream().allMatch(this::waits);
  }

  private boolean waits(PlaceOp op) {
    return !op.isPresence() && uncounted.contains(op.op());
  }

  /// Notes that all presences that were applied are counted now.
  void presencesAreCounted() {
    uncounted.clear();
  }

  /// Takes the ops that need not wait, by their leaves.
  ///
  /// @param paths to the [places][#places]
  List<LeafOps> takeDue(Map<Bytes, Path> paths) {
    Map<Integer, NodeKey> presences = new HashMap<>();
    for (PlaceOp op : pending) {
      if (op.isPresence()) {
        presences.put(op.op(), path(paths, op).leaf());
      }
    }
    Map<NodeKey, LeafOps> due = new LinkedHashMap<>();
    List<PlaceOp> waiting = new ArrayList<>();
    for (PlaceOp op : pending) {
      Path path = path(paths, op);
      if (waits(op) && !path.leaf().equals(presences.get(op.op()))) {
        waiting.add(op);
      } else {
        due.computeIfAbsent(path.leaf(), _ -> new LeafOps(path, new ArrayList<>())).ops().add(op);
      }
    }
    pending = waiting;
    return List.copyOf(due.values());
  }

  private static Path path(Map<Bytes, Path> paths, PlaceOp op) {
    return Objects.requireNonNull(paths.get(op.place()));
  }

  /// Takes as many ops of a leaf as fit, and leaves the others pending. It takes presences first,
  /// because an absence is only due if the presence of its change is too.
  ///
  /// @param bytesMax what the places may take
  List<PlaceOp> upTo(int bytesMax, List<PlaceOp> ops) {
    int bytes = ops.stream().mapToInt(op -> op.place().length()).sum();
    if (bytes <= bytesMax) {
      return ops;
    }
    List<PlaceOp> sorted = new ArrayList<>(ops);
    sorted.sort(Comparator.comparing(PlaceOp::isPresence).reversed().thenComparing(PlaceOp::place));
    int count = (int) Math.max(1, (long) sorted.size() * bytesMax / bytes);
    pending.addAll(sorted.subList(count, sorted.size()));
    return sorted.subList(0, count);
  }
}
