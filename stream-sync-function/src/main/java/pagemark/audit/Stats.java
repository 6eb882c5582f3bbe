package pagemark.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.key.GroupKey;
import pagemark.key.GroupPart;
import pagemark.state.Generation;

/// The size of a generation's index.
///
/// @param items the number of items; empty if an item can be in several groups and the names of
///   groups do not tell how many it is in: each of a list names them, or a name was shortened
/// @param largest the number of entries of the largest group
/// @param sampled how many groups were measured
/// @param sampledEntries the number of entries of these groups
/// @param sampledBytes the memory of all keys of these groups; empty if the store does not tell
/// @param estimatedBytes if it does not tell, an estimate for these groups by the store's layout;
///   empty if the layout has none
public record Stats(
    long groups,
    long entries,
    OptionalLong items,
    long largest,
    int sampled,
    long sampledEntries,
    OptionalLong sampledBytes,
    OptionalLong estimatedBytes) {
  /// The most keys that are measured. The store is asked for the size of each.
  private static final int KEYS_MAX = 5_000;

  private static final int GROUPS_MAX = 100;

  /// Counts all groups, and measures a sample of them.
  ///
  /// @param random chooses the groups that are measured
  /// @throws pagemark.index.IndexException.Unavailable if the store cannot be reached
  public static Stats of(Generation generation, Inspector inspector, RandomGenerator random) {
    return new Count(generation, inspector, random).count();
  }

  /// The memory of an entry; 0 if nothing was measured.
  public double bytesPerEntry() {
    return perEntry(sampledBytes);
  }

  /// An estimate of the memory of an entry; 0 if there is none.
  public double estimatedBytesPerEntry() {
    return perEntry(estimatedBytes);
  }

  private double perEntry(OptionalLong bytes) {
    return sampledEntries == 0 ? 0 : bytes.orElse(0) / (double) sampledEntries;
  }

  private static final class Count {
    private final Generation generation;
    private final Inspector inspector;
    private final RandomGenerator random;
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

    Count(Generation generation, Inspector inspector, RandomGenerator random) {
      this.generation = generation;
      this.inspector = inspector;
      this.random = random;
      this.cells = generation.definition().cells();
      this.key = generation.definition().group();
      this.areItemsKnown = key.parts().stream().noneMatch(GroupPart::each);
      this.sampleMax = Math.clamp(KEYS_MAX / (cells.size() + 3), 1, GROUPS_MAX);
    }

    Stats count() {
      inspector.groups(generation.id(), this::add);
      long weighed = sample.stream().mapToLong(GroupSize::all).sum();
      OptionalLong bytes = sum(group -> inspector.bytes(group, cells));
      OptionalLong estimate =
          bytes.isPresent()
              ? OptionalLong.empty()
              : sum(group -> inspector.estimatedBytes(group, cells));
      OptionalLong items = areItemsKnown ? OptionalLong.of(own) : OptionalLong.empty();
      return new Stats(groups, entries, items, largest, sample.size(), weighed, bytes, estimate);
    }

    /// The sum over the sample; empty if a summand is, and then no more are asked for.
    private OptionalLong sum(Function<GroupRef, OptionalLong> bytes) {
      long sum = 0;
      for (GroupSize size : sample) {
        OptionalLong more = bytes.apply(size.group());
        if (more.isEmpty()) {
          return more;
        }
        sum += more.getAsLong();
      }
      return OptionalLong.of(sum);
    }

    private void add(List<GroupRef> chunk) {
      List<GroupRef> fresh =
          chunk.stream().filter(group -> met.add(Fingerprint.hash(group.group(), 0))).toList();
      if (!fresh.isEmpty()) {
        inspector.sizes(fresh, cells).forEach(this::add);
      }
    }

    private void add(GroupSize size) {
      if (size.all() == 0) {
        return;
      }
      groups++;
      entries += size.all();
      countItems(size);
      largest = Math.max(largest, size.all());
      choose(size);
    }

    /// An item has one entry in its own group, and others in groups within that one.
    private void countItems(GroupSize size) {
      Group group = size.group().group();
      if (!key.isWithin(group)) {
        own += size.all();
        areItemsKnown &= !key.isEscaped() || key.texts(group).isPresent();
      }
    }

    /// Keeps a uniform random sample of the groups seen so far.
    private void choose(GroupSize size) {
      if (sample.size() < sampleMax) {
        sample.add(size);
        return;
      }
      long drawn = random.nextLong(groups);
      if (drawn < sampleMax) {
        sample.set((int) drawn, size);
      }
    }
  }
}
