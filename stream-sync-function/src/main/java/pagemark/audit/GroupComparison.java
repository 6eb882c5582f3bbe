package pagemark.audit;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.Inspector.EntriesPart;
import pagemark.index.Inspector.GroupSize;
import pagemark.key.PositionCodec;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares one group of the index with the table, part by part.
///
/// 1. Read the positions of the whole group. In the buckets that are exactly as the scan confirmed
///    them, the group is right.
/// 2. Read the entries of the other buckets again, in all sets, with their items. An entry that the
///    table does not confirm is a candidate.
///
/// Counts alone are not enough while the table is written: an item that is deleted after it was
/// counted would hide a ghost. So the positions are compared too, by a hash.
record GroupComparison(
    AuditSetup setup,
    AuditSettings settings,
    Generation generation,
    Coverage coverage,
    Candidates candidates,
    Progress progress) {
  private static final int KEYS_PER_READ = 100;

  /// Goes on with a group from its bookmark to its end.
  ///
  /// @throws Progress.OutOfTimeException if the time is over before; the bookmark tells how far the
  ///   comparison has come
  void run(GroupSize size, Bookmark bookmark) {
    count(size.group(), bookmark);
    BitSet doubtful = bookmark.doubtful;
    if (doubtful == null) {
      doubtful = settings.isSample() ? all(1) : doubtful(size, bookmark);
      bookmark.doubt(doubtful);
    }
    if (!doubtful.isEmpty()) {
      compare(size.group(), doubtful, bookmark);
    }
    coverage.unreadable.addAndGet(Math.max(bookmark.unreadable, bookmark.unreadableInCells));
  }

  private void count(GroupRef group, Bookmark bookmark) {
    if (!bookmark.counted) {
      setup
          .inspector()
          .keptCounts()
          .map(counts -> settings.repair() ? counts.correct(group) : counts.wrong(group))
          .ifPresent(coverage.miscounted::addAndGet);
      bookmark.counted = true;
      coverage.steps.incrementAndGet();
    }
  }

  private EntriesPart part(GroupRef group, Cell set, Bookmark bookmark) {
    progress.requireTime();
    return setup.inspector().entries(group, set, bookmark.from);
  }

  private void goOn(Bookmark bookmark, EntriesPart part) {
    bookmark.goOn(part.next());
    coverage.steps.incrementAndGet();
  }

  /// Reads the whole group. If an entry may be in a cell alone, all buckets are doubtful.
  private BitSet doubtful(GroupSize size, Bookmark bookmark) {
    while (bookmark.set == 0) {
      EntriesPart part = part(size.group(), Cell.WHOLE, bookmark);
      part.entries().forEach(entry -> bookmark.seen.add(entry.position()));
      goOn(bookmark, part);
    }
    return size.all() == size.cells()
        ? coverage.fingerprints.of(size.group().group()).differences(bookmark.seen)
        : all(bookmark.seen.buckets());
  }

  private static BitSet all(int buckets) {
    BitSet all = new BitSet();
    all.set(0, buckets);
    return all;
  }

  private void compare(GroupRef group, BitSet doubtful, Bookmark bookmark) {
    List<Cell> sets = setup.inspector().sets(generation.definition().cells());
    while (bookmark.set < sets.size()) {
      EntriesPart part = part(group, sets.get(bookmark.set), bookmark);
      long unreadable =
          compare(
              group.group(),
              part.entries().stream()
                  .filter(entry -> doubtful.get(bookmark.seen.bucket(entry.position())))
                  .toList());
      if (bookmark.set == 0) {
        bookmark.unreadable += unreadable;
      } else {
        bookmark.unreadableInCells += unreadable;
      }
      goOn(bookmark, part);
    }
  }

  /// @return how many entries have no readable key
  private long compare(Group group, List<Entry> entries) {
    long unreadable = 0;
    for (int from = 0; from < entries.size(); from += KEYS_PER_READ) {
      progress.requireTime();
      List<Entry> some = entries.subList(from, Math.min(from + KEYS_PER_READ, entries.size()));
      Map<Entry, Map<String, AttributeValue>> keys = keys(group, some);
      unreadable += some.size() - keys.size();
      if (!keys.isEmpty()) {
        check(group, keys);
      }
    }
    return unreadable;
  }

  private Map<Entry, Map<String, AttributeValue>> keys(Group group, List<Entry> entries) {
    Map<Entry, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    entries.forEach(entry -> key(group, entry).ifPresent(key -> keys.put(entry, key)));
    return keys;
  }

  /// Empty if the entry has no readable key.
  private Optional<Map<String, AttributeValue>> key(Group group, Entry entry) {
    try {
      return Optional.of(codec().keyAttributes(group, entry.position()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void check(Group group, Map<Entry, Map<String, AttributeValue>> keys) {
    var items = setup.indexed().items().read(List.copyOf(new HashSet<>(keys.values())));
    keys.forEach(
        (entry, key) -> {
          Indexable truth = setup.indexed().audited(generation, items.getOrDefault(key, Map.of()));
          if (!(truth instanceof Indexed indexed && indexed.matches(group, entry))) {
            candidates.add(key, codec().itemKey(entry.position()), group, entry, truth);
          }
        });
  }

  private PositionCodec codec() {
    return generation.definition().positions();
  }
}
