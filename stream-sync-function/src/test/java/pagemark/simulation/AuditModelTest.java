package pagemark.simulation;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditResult.Count;
import pagemark.audit.AuditResult.Difference;
import pagemark.audit.AuditSettings;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.sync.IndexCheck;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Audits of indexes that are written between any two calls. They must find and repair all planted
/// damage, and nothing else.
@TakesLong(value = 8, nightly = 150)
final class AuditModelTest {
  private static final int SEEDS = Extent.of(9, 300);
  private static final int IN_STEPS = Extent.of(9, 50);
  private static final List<String> GENERATIONS = List.of("g-comments", "g-by-author", "g-bytes");

  private static AuditResult audit(AuditWorld world, String id, boolean repair, double sample) {
    AuditSettings settings = new AuditSettings(sample, 0, 1, repair, AuditWorld.LAG, Instant.MAX);
    return world.audit(world.generation(id), settings);
  }

  private static String generation(long seed) {
    return GENERATIONS.get((int) (seed % GENERATIONS.size()));
  }

  @Test
  void writesAloneCauseNoDifferences() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      AuditWorld world = new AuditWorld(seed);
      world.stir();
      AuditResult result = audit(world, generation(seed), false, 1);
      assertEquals(0, result.different(), world.name + result);
      assertTrue(result.isClean() && result.count(Count.ITEMS) >= AuditWorld.STILL);
    }
  }

  /// A ghost may hide in a group in which entries come and go: the next audit finds it.
  @Test
  void findsAndRepairsPlantedDamageDuringWritesAndNothingElse() {
    long found = 0;
    long all = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      String generation = generation(seed);
      AuditWorld world = new AuditWorld(seed);
      Planted planted = new Planted(world, world.generation(generation));
      planted.plant();
      world.stir();
      AuditResult result = audit(world, generation, true, 1);
      planted.assertAll(result.found());
      assertEquals(result.different(), result.count(Count.SETTLED), world.name);
      found += result.different();
      all += planted.items();
      world.settle();
      planted.assertAll(audit(world, generation, true, 1).found());
      world.assertIndexed();
      assertEquals(0, audit(world, generation, false, 1).different(), world.name);
    }
    assertTrue(found > all * 0.9, "%d of %d".formatted(found, all));
  }

  /// Two invocations may each find a side of a misplaced item.
  @Test
  void anAuditInStepsFindsAndRepairsTheSame() {
    int invocations = 0;
    for (long seed = 1; seed <= IN_STEPS; seed++) {
      String generation = generation(seed);
      AuditWorld world = new AuditWorld(seed, 20);
      Planted planted = new Planted(world, world.generation(generation));
      planted.plant();
      if (seed % 3 > 0) {
        world.stir();
      }
      AuditSettings settings =
          new AuditSettings(1, 0, 1, seed % 2 == 0, AuditWorld.LAG, Instant.MAX);
      AuditResult result =
          world.auditInSteps(world.generation(generation), settings, Duration.ofSeconds(5));
      if (seed % 3 == 0) {
        assertEquals(world.items(), result.count(Count.ITEMS), world.name);
      }
      long sides = planted.items() + planted.kinds.getOrDefault(Count.MISPLACED, 0L);
      assertTrue(result.different() <= sides, world.name + " " + result);
      assertTrue(result.different() >= planted.items() || seed % 3 > 0, world.name + result);
      if (settings.repair()) {
        assertEquals(0, result.count(Count.QUARANTINED), world.name);
        world.settle();
        planted.assertAll(audit(world, generation, true, 1).found());
        world.assertIndexed();
      }
      invocations += world.invocations;
    }
    assertTrue(invocations > IN_STEPS * 3 / 2, "only %d invocations".formatted(invocations));
  }

  @Test
  void groupsThatTakeLongerThanAnInvocationAreComparedPartByPart() {
    for (long seed = 1; seed <= IN_STEPS; seed++) {
      String generation = generation(seed);
      AuditWorld world = new AuditWorld(seed, 20);
      Planted planted = new Planted(world, world.generation(generation));
      planted.plant();
      AuditSettings settings = new AuditSettings(1, 0, 1, true, AuditWorld.LAG, Instant.MAX);
      AuditResult result =
          world.auditInSteps(world.generation(generation), settings, Duration.ofMillis(150));
      assertTrue(result.different() >= planted.items(), world.name + " " + generation + result);
      assertTrue(result.isClean(), world.name + result);
      assertTrue(world.invocations > 10, "only %d invocations".formatted(world.invocations));
      world.assertIndexed();
    }
  }

  @Test
  void sampleFindsPartOfThePlantedDamageAndNothingElse() {
    Map<Count, Long> planted = new EnumMap<>(Count.class);
    Map<Count, Long> found = new EnumMap<>(Count.class);
    for (long seed = 1; seed <= SEEDS; seed++) {
      AuditWorld world = new AuditWorld(seed);
      Planted damage = new Planted(world, world.generation("g-comments"));
      damage.plant();
      world.stir();
      AuditResult result = audit(world, "g-comments", false, 0.3);
      damage.kinds.forEach((kind, count) -> planted.merge(kind, count, Long::sum));
      result.differences().forEach((kind, count) -> found.merge(kind, count, Long::sum));
      assertTrue(result.different() <= damage.items(), world.name + result);
    }
    assertThird(found.getOrDefault(Count.GHOST, 0L), planted.getOrDefault(Count.GHOST, 0L));
    assertThird(sum(found), sum(planted));
  }

  private static void assertThird(long found, long planted) {
    assertTrue(5 * found > planted && 2 * found < planted, found + " of " + planted);
  }

  private static long sum(Map<Count, Long> kinds) {
    return kinds.values().stream().mapToLong(Long::longValue).sum();
  }

  /// Damages items that nobody writes, at most once each.
  private static final class Planted {
    final Map<Count, Long> kinds = new EnumMap<>(Count.class);
    private final Set<AttributeValue> keys = new HashSet<>();
    private final AuditWorld world;
    private final Generation generation;

    Planted(AuditWorld world, Generation generation) {
      this.world = world;
      this.generation = generation;
    }

    long items() {
      return sum(kinds);
    }

    /// Fails if an item is reported that is right.
    void assertAll(List<Difference> found) {
      found.forEach(each -> assertTrue(keys.contains(each.key().get("PK")), world.name + each));
    }

    void plant() {
      for (int i = 0; i < AuditWorld.STILL; i++) {
        Map<String, AttributeValue> item = world.item("still" + i);
        Map<String, AttributeValue> other = new HashMap<>(item);
        switch (world.random.nextInt(10)) {
          case 0 -> plant(Count.MISSING, item, false);
          case 1 -> {
            other.put("PK", fromS("ghost" + i));
            plant(Count.GHOST, other, true);
          }
          case 2 -> {
            displace(other);
            plant(Count.GHOST, other, true);
          }
          case 3 -> {
            displace(other);
            plant(Count.MISPLACED, item, false);
            plant(other, true);
          }
          default -> {}
        }
      }
    }

    private void displace(Map<String, AttributeValue> item) {
      switch (world.random.nextInt(generation.definition().filters().isEmpty() ? 2 : 3)) {
        case 0 -> {
          item.put("PK2", fromS("A".equals(text(item, "PK2")) ? "B" : "A"));
          item.put("author", fromS("x".equals(text(item, "author")) ? "y" : "x"));
        }
        case 1 -> {
          item.put("SK", fromS("2024-06-01 00:00"));
          item.put("likes", fromN("77"));
        }
        default ->
            item.put(
                "rating",
                fromN("1".equals(item.getOrDefault("rating", fromN("0")).n()) ? "2" : "1"));
      }
    }

    private static String text(Map<String, AttributeValue> item, String name) {
      return item.getOrDefault(name, fromS("")).s();
    }

    private void plant(Count kind, Map<String, AttributeValue> item, boolean present) {
      kinds.merge(kind, 1L, Long::sum);
      plant(item, present);
    }

    private void plant(Map<String, AttributeValue> item, boolean present) {
      Indexed where = (Indexed) generation.definition().indexable(item);
      keys.add(requireNonNull(item.get("PK")));
      world.index.plant(
          IndexCheck.ref(generation, where.groups().iterator().next().text()),
          where.entry(),
          present);
    }
  }
}
