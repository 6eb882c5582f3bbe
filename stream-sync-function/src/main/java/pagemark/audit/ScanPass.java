package pagemark.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.LookResult.Register;
import pagemark.key.PositionCodec;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The first pass of an audit: reads the table, and looks up each item's entry in the index. An
/// entry that is there counts as confirmed for its group; an item without its entry is a candidate.
///
/// A sample cuts the table into many segments and reads some of them, each with the same
/// probability. So it costs its part of a scan, and is as random as DynamoDB's hashes of keys.
///
/// Cost: a consistent scan, one look at the index for up to 1,000 items, and the size of each group
/// once.
record ScanPass(
    AuditSetup setup,
    AuditSettings settings,
    Generation generation,
    Coverage coverage,
    Candidates candidates,
    Progress progress) {
  private static final int ITEMS_PER_LOOK = 1_000;
  private static final int SAMPLED_SEGMENTS_MIN = 16;
  private static final int SEGMENTS_MAX = 1_000_000;

  /// An entry of an item that belongs in the index.
  ///
  /// @param mayLack whether it may be absent, as the item has expired
  private record Listed(
      Map<String, AttributeValue> key, Bytes item, Group group, Indexed truth, boolean mayLack) {
    Entry entry() {
      return truth.entry();
    }
  }

  void run() {
    if (settings.isSample()) {
      int segments =
          (int) Math.min(SEGMENTS_MAX, Math.ceil(SAMPLED_SEGMENTS_MIN / settings.sample()));
      read(chosen(segments, new SplittableRandom(coverage.seed)), segments);
    } else {
      read(IntStream.range(0, settings.workers()).boxed().toList(), settings.workers());
    }
  }

  /// Chooses a part of the segments, each with the same probability.
  private List<Integer> chosen(int segments, RandomGenerator random) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, segments).boxed().toList());
    int count = (int) Math.max(1, Math.round(segments * settings.sample()));
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i, segments);
      Integer taken = all.set(other, all.get(i));
      all.set(i, taken);
    }
    return all.subList(0, count);
  }

  private void read(List<Integer> chosen, int segments) {
    new Workers(settings.workers()).each(chosen, segment -> read(segment, segments));
  }

  private void read(int segment, int segments) {
    Map<String, AttributeValue> after = coverage.lastKey(segment);
    while (after != null && progress.hasTime()) {
      TableScan.Page page = setup.scan().read(segment, segments, after);
      compare(page.items());
      coverage.read(segment, page.lastKey());
      after = coverage.lastKey(segment);
    }
  }

  private void compare(List<Map<String, AttributeValue>> items) {
    List<Listed> listed = new ArrayList<>();
    for (Map<String, AttributeValue> item : items) {
      listed.addAll(listed(item));
    }
    for (int from = 0; from < listed.size(); from += ITEMS_PER_LOOK) {
      look(listed.subList(from, Math.min(from + ITEMS_PER_LOOK, listed.size())));
    }
    progress.scanned(items.size(), listed.size());
  }

  /// The entries that an item should have.
  private List<Listed> listed(Map<String, AttributeValue> item) {
    PositionCodec positions = generation.definition().positions();
    if (!(setup.indexed().audited(generation, item) instanceof Indexed truth)) {
      return List.of();
    }
    Map<String, AttributeValue> key = new TreeMap<>(item);
    key.keySet().removeIf(name -> positions.key().stream().noneMatch(k -> k.name().equals(name)));
    Bytes itemKey = positions.itemKey(truth.entry().position());
    boolean mayLack = setup.indexed().mayLack(generation, item);
    return truth.groups().stream()
        .map(group -> new Listed(key, itemKey, group, truth, mayLack))
        .toList();
  }

  private void look(List<Listed> listed) {
    Map<Group, List<Listed>> byGroup = new LinkedHashMap<>();
    listed.stream()
        .filter(item -> !coverage.isTorn(item.group()))
        .forEach(item -> byGroup.computeIfAbsent(item.group(), g -> new ArrayList<>()).add(item));
    if (!settings.isSample()) {
      expect(byGroup.keySet());
    }
    List<GroupLook> looks = new ArrayList<>();
    byGroup.forEach((group, items) -> looks.add(look(group, items)));
    List<List<Register>> registers = setup.looks().look(looks, coverage::addTorn);
    int i = 0;
    for (List<Listed> items : byGroup.values()) {
      settle(items, registers.get(i++));
    }
  }

  /// Asks how large the groups are that the scan has not met before.
  private void expect(Collection<Group> groups) {
    List<GroupRef> fresh =
        groups.stream()
            .filter(group -> !coverage.fingerprints.isKnown(group))
            .map(generation::group)
            .toList();
    if (!fresh.isEmpty()) {
      setup
          .sizes(fresh, generation.definition().cells(), coverage::addTorn)
          .forEach(size -> coverage.fingerprints.expect(size.group().group(), size.all()));
    }
  }

  private GroupLook look(Group group, List<Listed> items) {
    return new GroupLook(
        generation.group(group),
        items.stream().map(item -> new GroupLook.Item(item.item(), item.entry())).toList());
  }

  /// @param registers none if the group's tree is torn
  private void settle(List<Listed> items, List<Register> registers) {
    for (int i = 0; i < registers.size(); i++) {
      Listed item = items.get(i);
      if (registers.get(i).present()) {
        coverage.fingerprints.confirm(item.group(), item.entry().position());
      } else if (!item.mayLack()) {
        coverage.fingerprints.doubt(item.group(), item.entry().position());
        candidates.add(item.key(), item.item(), item.group(), null, item.truth());
      }
    }
  }
}
