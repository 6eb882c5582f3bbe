package pagemark.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.Inspector.StrayNodes;
import pagemark.index.Inspector.Strays;
import pagemark.index.Inspector.Weight;
import pagemark.index.Markers;
import pagemark.key.GroupKey;
import pagemark.key.GroupKey.GroupPart;
import pagemark.state.Generation;
import pagemark.state.Inexact;

/// The size of a generation's index.
///
/// @param items the number of items; empty if an item can be in several groups and the names of
///   groups do not tell how many it is in: each of a list names them, or a name was shortened
/// @param largest the number of entries of the largest group
/// @param unreachable how many nodes no group leads to; only a rebuild removes them
public record Stats(
    long groups, long entries, OptionalLong items, long largest, Sample sample, long unreachable) {
  /// The store is asked for the size of each key that is measured.
  private static final int KEYS_MAX = 5_000;

  private static final int GROUPS_MAX = 100;

  /// The groups that were measured.
  ///
  /// @param inLeaves how many of the entries are in groups of several leaves
  /// @param weight null if the store does not tell it
  public record Sample(int groups, long entries, long inLeaves, @Nullable Weight weight) {
    private void addTo(Map<String, Object> json) {
      double bytes = weight == null ? 0 : (double) weight.bytes() / Math.max(1, entries);
      json.put("bytesPerEntry", weight == null || weight.isEstimated() ? null : tenths(bytes));
      if (weight != null && weight.isEstimated()) {
        json.put("bytesPerEntryEstimated", Math.round(bytes));
      }
      if (weight != null && weight.leaves() > 0) {
        json.put("entriesPerLeaf", tenths((double) inLeaves / weight.leaves()));
      }
      json.put("groupsWeighed", groups);
    }

    private static double tenths(double number) {
      return Math.round(number * 10) / 10.0;
    }
  }

  /// Counts all groups, and measures those that the store lists first: it lists them by hashes.
  public static Stats of(Generation generation, Inspector inspector) {
    return new Count(generation, inspector).count();
  }

  private static final class Count {
    private final Generation generation;
    private final Inspector inspector;
    private final List<Cell> cells;
    private final GroupKey key;
    private final int sampleMax;
    private final Set<Long> met = new HashSet<>();
    private final List<GroupSize> sample = new ArrayList<>();
    private long groups;
    private long entries;
    private long largest;

    /// The entries in groups that may not be within others.
    private long own;

    private boolean areItemsKnown;

    Count(Generation generation, Inspector inspector) {
      this.generation = generation;
      this.inspector = inspector;
      this.cells = generation.definition().cells();
      this.key = generation.definition().group();
      this.areItemsKnown = key.parts().stream().noneMatch(GroupPart::each);
      this.sampleMax = Math.clamp(KEYS_MAX / (cells.size() + 3), 1, GROUPS_MAX);
    }

    Stats count() {
      inspector.groups(generation.id(), this::add);
      return new Stats(
          groups,
          entries,
          areItemsKnown ? OptionalLong.of(own) : OptionalLong.empty(),
          largest,
          weighed(),
          inspector.strayNodes().map(this::strays).orElse(0L));
    }

    private long strays(StrayNodes nodes) {
      Strays part = nodes.find(generation.id(), "");
      long found = part.found();
      while (!part.next().isEmpty()) {
        part = nodes.find(generation.id(), part.next());
        found += part.found();
      }
      return found;
    }

    private Sample weighed() {
      Weight all = Weight.NONE;
      long inSample = 0;
      long inLeaves = 0;
      for (GroupSize size : sample) {
        Optional<Weight> weight = inspector.weight(size.group(), cells);
        if (weight.isEmpty()) {
          return new Sample(sample.size(), 0, 0, null);
        }
        all = all.plus(weight.get());
        inSample += size.all();
        inLeaves += weight.get().leaves() == 0 ? 0 : size.all();
      }
      return new Sample(sample.size(), inSample, inLeaves, all);
    }

    private void add(List<GroupRef> chunk) {
      List<GroupRef> fresh =
          chunk.stream().filter(group -> met.add(Progress.hash(group.group()))).toList();
      if (!fresh.isEmpty()) {
        inspector.sizes(fresh, cells).stream().filter(size -> size.all() > 0).forEach(this::add);
      }
    }

    /// An item has one entry in its own group, and others in groups within that one.
    private void add(GroupSize size) {
      groups++;
      entries += size.all();
      largest = Math.max(largest, size.all());
      if (!key.isWithin(size.group().group())) {
        own += size.all();
        areItemsKnown &= !key.isEscaped() || key.texts(size.group().group()).isPresent();
      }
      if (sample.size() < sampleMax) {
        sample.add(size);
      }
    }
  }

  /// The size and the state of a listing's index, as `pagemark stats` prints it.
  ///
  /// @param quarantined counted up to one more than the most that are told
  /// @param lagMillis how far the index is behind its table; empty if no function has followed the
  ///   stream in the last minutes
  /// @param at when all of this was so
  public record Report(
      Generation generation,
      Stats stats,
      Map<Markers.State, Integer> states,
      int slots,
      List<String> warnings,
      int quarantined,
      OptionalLong lagMillis,
      Instant at) {
    public static final int QUARANTINED_MAX = 1_000;

    /// The fields of the JSON object; numbers that nobody knows are null.
    public Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("listing", generation.listing());
      json.put("generation", generation.id());
      json.put("groups", stats.groups());
      json.put("entries", stats.entries());
      if (stats.items().isEmpty() || !generation.definition().open().isEmpty()) {
        json.put("items", orNull(stats.items()));
      }
      json.put("largestGroup", stats.largest());
      stats.sample().addTo(json);
      json.put("unreachable", stats.unreachable());
      int ready = states.getOrDefault(Markers.State.READY, 0);
      int building = states.getOrDefault(Markers.State.BUILDING, 0);
      json.put(
          "slots",
          Map.of("ready", ready, "building", building, "missing", slots - ready - building));
      json.put("warnings", warnings);
      json.put("quarantined", Math.min(quarantined, QUARANTINED_MAX));
      json.put("moreQuarantined", quarantined > QUARANTINED_MAX);
      json.put("exact", generation.isExact(at));
      json.put("inexact", generation.inexactAt(at).stream().map(this::json).toList());
      json.put("lagMillis", orNull(lagMillis));
      return json;
    }

    private static @Nullable Long orNull(OptionalLong number) {
      return number.isPresent() ? (Long) number.getAsLong() : null;
    }

    private Map<String, Object> json(Inexact mark) {
      return Map.of(
          "cause", mark.cause().name(),
          "since", mark.since().toString(),
          "remedy", mark.cause().remedy(generation.listing(), generation.tableName()));
    }
  }
}
