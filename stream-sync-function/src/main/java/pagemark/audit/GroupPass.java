package pagemark.audit;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.Inspector.StrayNodes;
import pagemark.index.Inspector.Strays;
import pagemark.key.PositionCodec;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The second pass of an audit: compares the groups of the index with the table.
///
/// 1. Read each group's counts and positions. If they are exactly those that the scan confirmed,
///    the group is right, and the table is not read again.
/// 2. Else read the items of all its entries from the table. An entry that the table does not
///    confirm is a candidate. A sample does this for all its groups.
///
/// A group whose tree is torn cannot be compared; the result names it.
///
/// At the end, the groups in which the scan has confirmed entries are compared with those that the
/// index has listed. A group that is emptied meanwhile is listed for as long as its fences live. So
/// one that is not listed has been missed or lost, and nobody has looked for its ghosts.
///
/// Counts alone are not enough while the table is written: an item that is deleted after it was
/// counted would hide a ghost. So the positions are compared too, by a hash.
final class GroupPass {
  private static final int KEYS_PER_READ = 100;

  private final AuditSetup setup;
  private final AuditSettings settings;
  private final Generation generation;
  private final Coverage coverage;
  private final Candidates candidates;
  private final Progress progress;
  private final Inspector inspector;
  private final List<Cell> cells;
  private final long salt;

  /// The groups of this invocation that are begun and not compared, by their hashes.
  private final Set<Long> begun = ConcurrentHashMap.newKeySet();

  GroupPass(
      AuditSetup setup,
      AuditSettings settings,
      Generation generation,
      Coverage coverage,
      Candidates candidates,
      Progress progress) {
    this.setup = setup;
    this.settings = settings;
    this.generation = generation;
    this.coverage = coverage;
    this.candidates = candidates;
    this.progress = progress;
    this.inspector = setup.inspector();
    this.cells = generation.definition().cells();
    this.salt = new SplittableRandom(coverage.seed).split().nextLong();
  }

  void run() {
    inspector.groups(generation.id(), this::compare);
    if (progress.isCutShort() && progress.isNone()) {
      passOver();
    }
    if (!settings.isSample()) {
      inspector.strayNodes().ifPresent(this::lookForNodes);
      coverage.unlisted.set(
          progress.isCutShort() ? 0 : coverage.fingerprints.unlisted(coverage.compared()));
    }
  }

  /// Gives up groups that take longer than a whole invocation. The result says how many.
  private void passOver() {
    List<Long> oversized = begun.stream().filter(coverage::compared).toList();
    coverage.add(Coverage.Sums.ofOversized(oversized.size()));
  }

  private void lookForNodes(StrayNodes strays) {
    while (progress.hasTime()) {
      Strays part = strays.find(generation.id(), coverage.nodesAfter());
      coverage.unreachable.addAndGet(part.found());
      coverage.nodesAfter(part.next());
      if (part.next().isEmpty()) {
        return;
      }
    }
  }

  private void compare(List<GroupRef> chunk) {
    Set<Long> met = new HashSet<>();
    List<GroupRef> chosen =
        chunk.stream()
            .filter(this::isChosen)
            .filter(group -> !coverage.hasCompared(hash(group)) && met.add(hash(group)))
            .toList();
    if (!chosen.isEmpty() && progress.hasTime()) {
      new Workers(settings.workers()).each(sizes(chosen), this::compare);
    }
  }

  /// Leaves out groups whose trees are torn.
  private List<GroupSize> sizes(List<GroupRef> groups) {
    try {
      return inspector.sizes(groups, cells);
    } catch (IndexException.Torn e) {
      if (groups.size() > 1) {
        return groups.stream().flatMap(group -> sizes(List.of(group)).stream()).toList();
      }
      addTorn(e);
      return List.of();
    }
  }

  private void addTorn(IndexException.Torn torn) {
    coverage.addTorn(torn);
    coverage.compared(hash(torn.group()));
    begun.remove(hash(torn.group()));
  }

  private static long hash(GroupRef group) {
    return Fingerprint.hash(group.group(), 0);
  }

  private boolean isChosen(GroupRef group) {
    double draw = (Fingerprint.hash(group.group(), salt) >>> 11) * 0x1p-53;
    return draw < settings.sample();
  }

  /// Adds to the coverage only what it compares to its end, as the next invocation takes up a group
  /// from its begin.
  private void compare(GroupSize size) {
    if (!progress.hasTime()) {
      return;
    }
    long hash = hash(size.group());
    begun.add(hash);
    try {
      long wrong = miscounts(size.group());
      boolean doubted = settings.isSample() || !isConfirmed(size);
      long unreadable = doubted ? walk(size.group()) : 0;
      if (coverage.compared(hash)) {
        coverage.miscounted.addAndGet(wrong);
        coverage.unreadable.addAndGet(unreadable);
        progress.compared(size.all());
      }
      begun.remove(hash);
    } catch (IndexException.Torn e) {
      addTorn(e);
    } catch (Progress.OutOfTimeException e) {
      // the group stays begun
    }
  }

  private long miscounts(GroupRef group) {
    return inspector
        .keptCounts()
        .map(counts -> settings.repair() ? counts.correct(group) : counts.wrong(group))
        .orElse(0L);
  }

  private boolean isConfirmed(GroupSize size) {
    Fingerprint confirmed = coverage.fingerprints.confirmed(size.group().group());
    return !coverage.fingerprints.isDoubtful(size.group().group())
        && size.all() == size.cells()
        && size.all() == confirmed.count()
        && confirmed.equals(fingerprint(size.group()));
  }

  private Fingerprint fingerprint(GroupRef group) {
    AtomicReference<Fingerprint> fingerprint = new AtomicReference<>(Fingerprint.NONE);
    inspector.positions(
        group,
        Cell.WHOLE,
        chunk -> {
          progress.requireTime();
          chunk.forEach(p -> fingerprint.set(fingerprint.get().plus(Fingerprint.of(p))));
        });
    return fingerprint.get();
  }

  /// @return how many entries have no readable key
  private long walk(GroupRef group) {
    Set<Position> unreadable = new HashSet<>();
    walk(group, Cell.WHOLE, unreadable);
    cells.forEach(cell -> walk(group, cell, unreadable));
    return unreadable.size();
  }

  private void walk(GroupRef group, Cell cell, Set<Position> unreadable) {
    inspector.positions(
        group,
        cell,
        chunk -> {
          for (int from = 0; from < chunk.size(); from += KEYS_PER_READ) {
            progress.requireTime();
            int to = Math.min(from + KEYS_PER_READ, chunk.size());
            var keys = keys(group.group(), chunk.subList(from, to), unreadable);
            check(group.group(), cell, keys);
          }
        });
  }

  private Map<Position, Map<String, AttributeValue>> keys(
      Group group, List<Position> positions, Set<Position> unreadable) {
    Map<Position, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    for (Position position : positions) {
      try {
        keys.put(position, codec().keyAttributes(group, position));
      } catch (IllegalArgumentException e) {
        unreadable.add(position);
      }
    }
    return keys;
  }

  private void check(Group group, Cell cell, Map<Position, Map<String, AttributeValue>> keys) {
    if (keys.isEmpty()) {
      return;
    }
    var items = setup.indexed().items().read(List.copyOf(new HashSet<>(keys.values())));
    keys.forEach(
        (position, key) -> {
          Entry entry = new Entry(cell, position);
          Indexable truth = generation.definition().indexable(items.getOrDefault(key, Map.of()));
          if (!(truth instanceof Indexed indexed && indexed.matches(group, entry))) {
            candidates.add(key, codec().itemKey(position), group, entry, truth);
          }
        });
  }

  private PositionCodec codec() {
    return generation.definition().positions();
  }
}
