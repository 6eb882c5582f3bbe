package pagemark.sync;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Contradictions;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.state.Generation;
import pagemark.state.Quarantine;
import pagemark.state.QuarantinedItem;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares an index with the items of its table.
public record IndexCheck(Inspector inspector) {
  public GroupDump dump(Generation generation, String group) {
    return GroupDump.of(inspector, ref(generation, group), generation.definition().cells());
  }

  public static GroupRef ref(Generation generation, String group) {
    return generation.group(new Group(group));
  }

  /// Checks that all `groups` are sound and agree with the images of `items`.
  public void assertHolds(
      Generation generation,
      List<String> groups,
      Collection<Map<String, AttributeValue>> items,
      String message) {
    Map<String, List<Entry>> expected = expected(generation, items);
    for (String group : groups) {
      String where = message + ", generation " + generation.id() + ", group " + group;
      GroupDump dump = dump(generation, group);
      assertEquals(List.of(), Contradictions.of(dump), where);
      assertEquals(expected.getOrDefault(group, List.of()), entries(dump), where);
      assertCounted(generation, ref(generation, group), dump.all().size());
    }
  }

  /// Checks that all poison among `items` is in quarantine.
  public static void assertQuarantined(
      Quarantine quarantine,
      Generation generation,
      Collection<Map<String, AttributeValue>> items,
      String message) {
    Set<Map<String, AttributeValue>> quarantined =
        quarantine.list(generation.listing(), "", 1_000).stream()
            .map(QuarantinedItem::key)
            .collect(toSet());
    for (Map<String, AttributeValue> item : items) {
      if (generation.definition().indexable(item) instanceof Poison) {
        assertTrue(
            quarantined.contains(Map.of("PK", requireNonNull(item.get("PK")))),
            message + ": poison is not in quarantine");
      }
    }
  }

  private void assertCounted(Generation generation, GroupRef group, int entries) {
    assertEquals(
        List.of(new GroupSize(group, entries, entries)),
        inspector.sizes(List.of(group), generation.definition().cells()));
    inspector.keptCounts().ifPresent(counts -> assertEquals(0, counts.wrong(group)));
  }

  private static Map<String, List<Entry>> expected(
      Generation generation, Collection<Map<String, AttributeValue>> items) {
    Map<String, List<Entry>> groups = new HashMap<>();
    for (Map<String, AttributeValue> item : items) {
      if (generation.definition().indexable(item) instanceof Indexed(var in, var entry)) {
        in.forEach(
            group -> groups.computeIfAbsent(group.text(), g -> new ArrayList<>()).add(entry));
      }
    }
    groups.values().forEach(entries -> entries.sort(comparing(Entry::position)));
    return groups;
  }

  /// The entries of a sound group, in order.
  private static List<Entry> entries(GroupDump dump) {
    Map<Position, Entry> entries = new HashMap<>();
    dump.cells()
        .forEach((cell, positions) -> positions.forEach(p -> entries.put(p, new Entry(cell, p))));
    return dump.all().stream().map(position -> requireNonNull(entries.get(position))).toList();
  }
}
