package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class SuspectsTest {
  private static final Instant SEEN = Instant.ofEpochMilli(1_714_521_600_123L);
  private static final Entry ENTRY =
      new Entry(new Cell("1.0"), new Position(1714521600.25, Bytes.utf8("rita")));
  private final Suspects suspects = Suspects.of(new InMemoryState());
  private final String listing = "comments";

  private Suspect suspect(String generation, String group, Entry seen, Instant at) {
    Map<String, AttributeValue> key = Map.of("PK", AttributeValue.fromS("rita"));
    return new Suspect(listing, generation, key, group, seen, "not in the table", at);
  }

  private Set<Suspect> all() {
    return Set.copyOf(suspects.list(listing, "", 1_000));
  }

  @Test
  void keepsASuspectWithAllThatWasSeen() {
    byte[] unreadable = {0, -1, 127, -128};
    Entry tiny = new Entry(Cell.WHOLE, new Position(-4.9e-324, Bytes.of(unreadable)));
    Suspect rita = suspect("g1", "SHIRT", ENTRY, SEEN);
    Suspect other = suspect("g1", "SHIRT", tiny, SEEN);
    suspects.file(rita);
    suspects.file(other);

    assertEquals(Set.of(rita, other), all());
    assertEquals(List.of(), suspects.list(listing + "-other", "", 10));
  }

  @Test
  void keepsTheLatestSuspicionOfAnEntry() {
    suspects.file(suspect("g1", "SHIRT", ENTRY, SEEN));
    suspects.file(suspect("g1", "SHIRT", ENTRY, SEEN.plusMillis(1)));

    assertEquals(Set.of(suspect("g1", "SHIRT", ENTRY, SEEN.plusMillis(1))), all());
  }

  /// Readers doubt the same entries at each request, while no repair runs.
  @Test
  void growsOnlyWithTheEntriesThatAreInDoubt() {
    for (int i = 0; i < 200; i++) {
      suspects.file(suspect("g1", "group" + i % 5, ENTRY, SEEN.plusSeconds(i)));
    }
    assertEquals(5, all().size());
  }

  @Test
  void tellsEntriesApart() {
    Position ab = new Position(1, Bytes.utf8("ab"));
    Set<Suspect> apart =
        Set.of(
            suspect("g1", "SHIRT", ENTRY, SEEN),
            suspect("g2", "SHIRT", ENTRY, SEEN),
            suspect("g1", "MUG", ENTRY, SEEN),
            suspect("g1", "SHIRT", new Entry(Cell.WHOLE, ENTRY.position()), SEEN),
            suspect("g1", "SHIRT", new Entry(ENTRY.cell(), ab), SEEN),
            // in some layouts, two places of an item differ in nothing but the score
            suspect("g1", "SHIRT", new Entry(ENTRY.cell(), new Position(2, ab.member())), SEEN),
            suspect("g1", "x", new Entry(new Cell("1"), ab), SEEN),
            suspect("g1", "x1", new Entry(Cell.WHOLE, ab), SEEN));
    apart.forEach(suspects::file);

    assertEquals(apart, all());
  }

  @Test
  void forgetsWhatIsSettledUnlessItWasDoubtedAgain() {
    Suspect first = suspect("g1", "SHIRT", ENTRY, SEEN);
    Suspect again = suspect("g1", "SHIRT", ENTRY, SEEN.plusSeconds(1));
    Suspect other = suspect("g1", "MUG", ENTRY, SEEN);
    suspects.file(first);
    suspects.file(other);
    suspects.file(again);
    suspects.settle(first);
    assertEquals(Set.of(again, other), all());

    suspects.settle(again);
    assertEquals(Set.of(other), all());
    suspects.settle(again);
    assertEquals(Set.of(other), all());
  }

  @Test
  void listsFromAnIdOnInOrder() {
    for (int i = 0; i < 12; i++) {
      suspects.file(suspect("g1", "group" + i, ENTRY, SEEN));
    }
    List<Suspect> all = suspects.list(listing, "", 100);

    assertEquals(all.stream().sorted(Comparator.comparing(Suspect::id)).toList(), all);
    assertEquals(all.subList(5, 8), suspects.list(listing, all.get(4).id(), 3));
    assertEquals(List.of(), suspects.list(listing, all.get(11).id(), 3));
  }
}
