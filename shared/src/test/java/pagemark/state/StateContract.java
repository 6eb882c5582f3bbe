package pagemark.state;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.index.Extent;
import pagemark.index.Sequence;
import pagemark.listing.Definitions;
import pagemark.listing.IndexDefinition;
import pagemark.state.Generation.State;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The contract of every [StateStore], with what stands on it. Each test has its own listings.
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
    IndexDefinition definition = Definitions.comments().definition();
    Instant birth = Instant.ofEpochMilli(1_714_521_600_456L);
    return SampleGenerations.of(
        id, listing, definition, "arn:table", "arn:stream", birth, State.BUILDING);
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
        Set.copyOf(quarantine.list(listing, "", 10)));
    assertEquals(List.of(), quarantine.list(other, "", 10));
  }

  @Test
  final void listsFromAKeyOnInOrder() {
    for (int i = 0; i < 12; i++) {
      quarantine.add(poison(text("item" + i), "1"));
    }
    List<QuarantinedItem> all = quarantine.list(listing, "", 100);

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
    assertEquals(List.of(newer), quarantine.list(listing, "", 10));
    quarantine.settle(newer);
    assertEquals(List.of(), quarantine.list(listing, "", 10));
    quarantine.settle(newer);
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

  private QuarantinedItem rita() {
    return quarantine.list(listing, "", 1).getFirst();
  }

  @Test
  final void aLookIsDueSoonThenInAnHourThenEachDayAndWhenAnotherGenerationServes() {
    quarantine.add(poison(text("rita"), "5"));
    Instant first = SEEN.plus(Duration.ofMinutes(5));
    assertEquals(first, rita().due());
    quarantine.looked(rita(), "g1", first);
    assertEquals(first.plus(Duration.ofHours(1)), rita().due());
    quarantine.looked(rita(), "g1", first);
    assertEquals(first.plus(Duration.ofDays(1)), rita().due());
    assertFalse(rita().isDue("g1", first));
    assertTrue(rita().isDue("g2", first));
    QuarantinedItem old = poison(text("rita"), "4");
    quarantine.looked(old, "g1", first.plus(QuarantinedItem.KEPT));
    assertEquals(first.plus(Duration.ofDays(1)), rita().due());
  }

  @Test
  final void poisonThatIsWrittenAllDayIsLookedAtOnceAnHour() {
    int looks = 0;
    int hours = Extent.of(2, 24);
    for (int minute = 0; minute < 60 * hours; minute++) {
      Instant now = SEEN.plusSeconds(60L * minute);
      Sequence sequence = new Sequence("" + (minute + 1));
      quarantine.add(new QuarantinedItem(listing, text("rita"), sequence, "no", now));
      if (rita().isDue("g1", now)) {
        quarantine.looked(rita(), "g1", now);
        looks++;
      }
    }
    assertEquals(hours, looks);
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
        quarantine.list(listing, "", 10).stream().map(QuarantinedItem::key).collect(toSet()));
  }

  private record Part(String name, @Nullable Instant at, double score, Bytes bytes) {}

  /// Every kind of component.
  private record Sample(
      String listing,
      String name,
      State state,
      int number,
      boolean yes,
      List<Long> longs,
      List<Part> parts,
      Set<String> names,
      Map<String, AttributeValue> key,
      Map<String, String> texts,
      @Nullable Part part,
      long fixed)
      implements Document {
    @Override
    public Key documentKey() {
      return new Key(listing, name);
    }

    @Override
    public Set<String> unchanging() {
      return Set.of("fixed");
    }

    Sample with(int other, long otherFixed) {
      return new Sample(
          listing, name, state, other, yes, longs, parts, names, key, texts, part, otherFixed);
    }
  }

  private Sample sample(String name) {
    Part part = new Part("a", null, -4.9e-324, Bytes.of(new byte[] {0, -1}));
    return new Sample(
        listing,
        name,
        State.SERVING,
        7,
        true,
        List.of(Long.MIN_VALUE, 3L),
        List.of(part, new Part("", SEEN, 2.5, Bytes.utf8(""))),
        Set.of("x", "y"),
        text("rita"),
        Map.of("shard", "1"),
        null,
        1);
  }

  private List<Sample> samples(StateStore.Range range) {
    return generations.list(Sample.class, range).toList();
  }

  @Test
  final void listsARangeInBothOrders() {
    List<Sample> all = Stream.of("a", "a#1", "a#2", "b").map(this::sample).toList();
    all.reversed().forEach(generations::put);
    assertEquals(all, samples(StateStore.Range.of(listing)));
    assertEquals(all.subList(1, 3), samples(StateStore.Range.of(listing, "a#")));
    assertEquals(all.subList(2, 3), samples(StateStore.Range.after(listing, "a#1", 1)));
    assertEquals(
        all.subList(0, 3).reversed(), samples(new StateStore.Range(listing, "a", "a~", 9, true)));
    assertEquals(all.getLast(), generations.get(Sample.class, all.getLast().documentKey()).get());
    assertEquals(List.of(), samples(StateStore.Range.of(other)));
    assertEquals(3, generations.size(listing, 3));
  }

  @Test
  final void changesWhatIsAsItWasSeen() {
    Sample seen = sample("a");
    Sample next = seen.with(8, 1);
    assertFalse(generations.replace(seen, next), "it is not there");
    assertTrue(generations.replace(null, seen));
    assertFalse(generations.replace(null, next), "it is there");
    assertFalse(generations.replace(next, seen), "it is another");
    assertTrue(generations.replace(seen.with(7, 2), next), "what never changes is not compared");
    assertFalse(generations.delete(seen));
    assertEquals(List.of(next), samples(StateStore.Range.of(listing)));

    assertFalse(
        generations.transact(
            List.of(new StateStore.Change(null, sample("b")), new StateStore.Change(seen, next))));
    assertTrue(
        generations.transact(
            List.of(new StateStore.Change(null, sample("b")), new StateStore.Change(next, seen))));
    assertEquals(List.of(seen, sample("b")), samples(StateStore.Range.of(listing)));
    assertTrue(generations.delete(seen));
    assertEquals(List.of(sample("b")), samples(StateStore.Range.of(listing)));
  }
}
