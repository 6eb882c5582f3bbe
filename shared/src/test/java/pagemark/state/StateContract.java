package pagemark.state;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.Sequence;
import pagemark.listing.Definitions;
import pagemark.state.Generation.State;
import pagemark.state.Quarantine.Look;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The contract of every implementation of [Generations] and [Quarantine]. Each test has its own
/// listings.
public abstract class StateContract {
  private static final Instant SEEN = Instant.ofEpochMilli(1_714_521_600_123L);
  private static int listings;

  private Generations generations;
  private Quarantine quarantine;
  private String listing;
  private String other;

  protected abstract Generations generations();

  protected abstract Quarantine quarantine();

  @BeforeEach
  final void open() {
    generations = generations();
    quarantine = quarantine();
    listing = "comments-" + ++listings;
    other = listing + "-other";
  }

  private Generation building(String id) {
    return new Generation(
        id,
        listing,
        Definitions.comments().definition(),
        "arn:table",
        "arn:stream",
        Instant.ofEpochMilli(1_714_521_600_456L),
        State.BUILDING);
  }

  private Map<String, State> states() {
    return generations.live(listing).stream().collect(toMap(Generation::id, Generation::state));
  }

  @Test
  final void keepsAGenerationWithAllItIsBoundTo() {
    assertEquals(List.of(), generations.live(listing));
    generations.register(building("a"));

    assertEquals(List.of(building("a")), generations.live(listing));
    assertEquals(Optional.empty(), generations.serving(listing));
    assertEquals(List.of(), generations.live(other));
  }

  @Test
  final void refusesAnIdThatIsTaken() {
    generations.register(building("a"));
    generations.serve(listing, "a");

    assertThrows(IllegalStateException.class, () -> generations.register(building("a")));
    assertEquals(Map.of("a", State.SERVING), states());
  }

  @Test
  final void swapsTheServingGenerationAndLeavesThoseThatAreBuilding() {
    for (String id : List.of("a", "b", "c")) {
      generations.register(building(id));
    }
    generations.serve(listing, "a");
    assertEquals(Map.of("a", State.SERVING, "b", State.BUILDING, "c", State.BUILDING), states());

    generations.serve(listing, "c");
    assertEquals(Map.of("b", State.BUILDING, "c", State.SERVING), states());
    assertEquals("c", generations.serving(listing).orElseThrow().id());

    generations.serve(listing, "c");
    assertEquals(Map.of("b", State.BUILDING, "c", State.SERVING), states());
  }

  @Test
  final void servesNoGenerationThatIsUnknownOrRetired() {
    generations.register(building("a"));
    generations.register(building("b"));
    generations.serve(listing, "a");
    generations.serve(listing, "b");

    assertThrows(IllegalStateException.class, () -> generations.serve(listing, "a"));
    assertThrows(IllegalStateException.class, () -> generations.serve(listing, "z"));
    assertThrows(IllegalStateException.class, () -> generations.serve(other, "b"));
    assertEquals(Map.of("b", State.SERVING), states());
  }

  @Test
  final void removesWhatIsRetired() {
    for (String id : List.of("a", "b")) {
      generations.register(building(id));
    }
    generations.serve(listing, "a");
    generations.serve(listing, "b");
    assertEquals(Map.of("b", State.SERVING), states());
    assertEquals(List.of("a"), generations.retired(listing).stream().map(Generation::id).toList());

    generations.remove(listing, "a");
    generations.remove(listing, "a");
    assertThrows(IllegalStateException.class, () -> generations.remove(listing, "b"));
    assertEquals(List.of(), generations.retired(listing));
  }

  @Test
  final void keepsUntilWhenAGenerationIsSwept() {
    generations.register(building("a"));
    generations.register(building("b"));
    Instant until = Instant.ofEpochMilli(1_714_521_700_456L);
    generations.swept(listing, "a", until);
    generations.swept(listing, "gone", until);
    generations.serve(listing, "a");

    Map<String, Optional<Instant>> swept =
        generations.live(listing).stream()
            .collect(toMap(Generation::id, g -> Optional.ofNullable(g.swept())));
    assertEquals(Map.of("a", Optional.of(until), "b", Optional.empty()), swept);
  }

  private QuarantinedItem poison(Map<String, AttributeValue> key, String sequence) {
    return new QuarantinedItem(
        listing, key, new Sequence(sequence), "SK must be a string (S)", SEEN);
  }

  private static Map<String, AttributeValue> text(String value) {
    return Map.of("PK", AttributeValue.fromS(value));
  }

  @Test
  final void keepsTheNewestPoisonOfAnItem() {
    quarantine.add(poison(text("rita"), "99"));
    quarantine.add(poison(text("rita"), "1000000000000000000001"));
    quarantine.add(poison(text("rita"), "1000000000000000000000"));
    quarantine.add(poison(text("ab"), "5"));

    assertEquals(
        Set.of(poison(text("rita"), "1000000000000000000001"), poison(text("ab"), "5")),
        Set.copyOf(quarantine.list(listing, 10)));
    assertEquals(List.of(), quarantine.list(other, 10));
  }

  @Test
  final void listsFromAKeyOnInOrder() {
    for (int i = 0; i < 12; i++) {
      quarantine.add(poison(text("item" + i), "1"));
    }
    List<QuarantinedItem> all = quarantine.list(listing, 100);

    assertEquals(all.stream().sorted(Comparator.comparing(QuarantinedItem::keyHash)).toList(), all);
    assertEquals(all.subList(5, 8), quarantine.list(listing, all.get(4).keyHash(), 3));
    assertEquals(List.of(), quarantine.list(listing, all.get(11).keyHash(), 3));
  }

  @Test
  final void settledPoisonIsForgottenUnlessANewerOneCame() {
    QuarantinedItem first = poison(text("rita"), "5");
    QuarantinedItem newer = poison(text("rita"), "6");
    quarantine.add(first);
    quarantine.add(newer);
    quarantine.settle(first);
    assertEquals(List.of(newer), quarantine.list(listing, 10));
    quarantine.settle(newer);
    assertEquals(List.of(), quarantine.list(listing, 10));
    quarantine.settle(newer);
  }

  @Test
  final void aLaterGoodRecordSettlesAndAnEarlierOneDoesNot() {
    quarantine.add(poison(text("rita"), "999"));
    quarantine.settle(poison(text("rita"), "998"));
    assertEquals(1, quarantine.count(listing, 10));
    quarantine.settle(poison(text("rita"), "1000"));
    assertEquals(0, quarantine.count(listing, 10));
  }

  @Test
  final void countsUpToAMaximum() {
    for (int i = 0; i < 12; i++) {
      quarantine.add(poison(text("item" + i), "1"));
    }
    assertEquals(12, quarantine.count(listing, 100));
    assertEquals(7, quarantine.count(listing, 7));
    assertEquals(0, quarantine.count(other, 7));
  }

  /// A record that comes again in the same minutes asks for no more looks.
  @Test
  final void twoEarlyLooksAreDueOneAfterTheOther() {
    QuarantinedItem rita = poison(text("rita"), "5");
    quarantine.add(rita);
    quarantine.add(rita);
    Duration step = Quarantine.EARLY_STEP;
    Instant first = SEEN.plus(Quarantine.EARLY.getFirst());
    assertEquals(List.of(), quarantine.due(listing, first.minusMillis(1), 10));
    List<Look> due = quarantine.due(listing, first.plus(step), 10);
    assertEquals(List.of(rita), due.stream().map(Look::item).toList());
    assertEquals(List.of(), quarantine.due(other, first.plus(step), 10));
    quarantine.looked(due.getFirst());
    quarantine.looked(due.getFirst());
    assertEquals(List.of(), quarantine.due(listing, first.plus(step), 10));

    Instant second = SEEN.plus(Quarantine.EARLY.getLast()).plus(step);
    List<Look> last = quarantine.due(listing, second, 10);
    assertEquals(List.of(rita), last.stream().map(Look::item).toList());
    quarantine.looked(last.getFirst());
    assertEquals(List.of(), quarantine.due(listing, second.plus(step), 10));
  }

  @Test
  final void looksAreDueInTheOrderOfTime() {
    for (int i = 0; i < 12; i++) {
      quarantine.add(
          new QuarantinedItem(
              listing, text("item" + i), new Sequence("1"), "no", SEEN.plusSeconds(600L * i)));
    }
    Instant end = SEEN.plus(Duration.ofDays(1));
    List<Look> all = quarantine.due(listing, end, 100);
    assertEquals(24, all.size());
    assertEquals(all.stream().sorted(Comparator.comparing(Look::due)).toList(), all);
    assertEquals(all.subList(0, 5), quarantine.due(listing, end, 5));
  }

  @Test
  final void tellsKeysApartThatLookAlike() {
    List<Map<String, AttributeValue>> keys =
        List.of(
            text("1"),
            Map.of("PK", AttributeValue.fromN("1")),
            Map.of("PK", AttributeValue.fromB(SdkBytes.fromUtf8String("1"))),
            Map.of("PK", AttributeValue.fromS("a"), "SK", AttributeValue.fromS("b")),
            Map.of("PK", AttributeValue.fromS("ab"), "SK", AttributeValue.fromS("")),
            text("x".repeat(2048)));
    keys.forEach(key -> quarantine.add(poison(key, "3")));

    assertEquals(
        Set.copyOf(keys),
        quarantine.list(listing, 10).stream().map(QuarantinedItem::key).collect(toSet()));
  }
}
