package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.repair.ExpiringPosts.NOON;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.ForwardingWriter;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.WatchedPort;
import pagemark.index.WriteResult;
import pagemark.listing.Expiry;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.ExpirySweep.End;
import pagemark.repair.ExpirySweep.Result;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.state.Work;
import pagemark.state.rebuild.Rebuilds;
import pagemark.sync.FlakyWriter;
import pagemark.sync.IndexCheck;
import pagemark.sync.StreamedTable;
import pagemark.sync.TableModel;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class ExpirySweepTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final InMemoryIndex index = new InMemoryIndex(() -> NOON, IndexSettings.DEFAULT);
  private final ExpiringPosts posts = new ExpiringPosts(index, NOON);

  private static Result swept(int removed) {
    return new Result(removed, 0, End.SWEPT);
  }

  @Test
  void thereIsOneOrderForATableAndAttribute() {
    assertEquals(
        List.of("posts", "all", "@comments.ttl"),
        ExpiringPosts.LISTINGS.all().stream().map(Listing::name).toList());
  }

  @Test
  void itsNameFitsIntoTheKeysOfEveryStore() {
    IndexDefinition posts = ExpiringPosts.order().definition();
    Set<String> names = new HashSet<>();
    for (String attribute : List.of("expires at", "expires/at", "{ttl}", "t".repeat(255), "ü")) {
      String name = Listing.byExpiry(posts, new Expiry(attribute)).name();
      assertTrue(name.matches("@[A-Za-z0-9_.-]{1,63}"), name);
      names.add(name);
    }
    assertEquals(5, names.size());
  }

  @Test
  void clocksOfOthersMayBeBehind() {
    posts.put(1, NOON.plusSeconds(60));
    posts.pass(Duration.ofSeconds(79));
    assertEquals(swept(0), posts.sweep());
    posts.pass(Duration.ofSeconds(1));
    assertEquals(swept(1), posts.sweep());
  }

  /// A repair leaves an item for 10 seconds, so that the stream's function, whose clock is behind,
  /// may take it for present.
  @Test
  void repairsTooTakeWhatHasExpiredByTheClocksOfAll() {
    posts.put(1, NOON.plusSeconds(60));
    for (int left = 1; left >= 0; left--) {
      posts.pass(Duration.ofSeconds(left == 1 ? 69 : 1));
      Doubt doubt = doubt(posts.serving("all"));
      posts.indexed().repair().settle(List.of(doubt), () -> true);
      assertEquals(left, posts.total("all", ""));
    }
  }

  private static Doubt doubt(Generation all) {
    Map<Group, Set<Entry>> seen = new HashMap<>();
    if (all.definition().indexable(ExpiringPosts.post(1, NOON.plusSeconds(60)))
        instanceof Indexed(var groups, var entry)) {
      groups.forEach(group -> seen.put(group, Set.of(entry)));
    }
    return new Doubt(all, Map.of("PK", fromS("p1")), seen, true, Doubt.NO_RECORD);
  }

  @Test
  void valuesThatMeanNeverAreAsInDynamoDb() {
    posts.put(ExpiringPosts.post(1, fromN(Long.toString(NOON.toEpochMilli()))));
    posts.put(ExpiringPosts.post(2, fromS("soon")));
    posts.put(ExpiringPosts.post(3, fromN("0")));
    posts.put(4, NOON.minus(Duration.ofDays(2_000)));
    posts.pass(MINUTE);
    assertEquals(swept(0), posts.sweep());
    assertEquals(4, posts.total("all", ""));
    assertEquals(1, posts.due(), "the one over five years past, which is never read again");
  }

  /// Its images name one place, so that nothing seems to have changed.
  @Test
  void anItemThatIsRenewedAfterItWasSweptComesBack() {
    posts.put(1, NOON.plusSeconds(30));
    posts.pass(MINUTE);
    assertEquals(swept(1), posts.sweep());
    posts.put(1, NOON.plus(Duration.ofMinutes(9)));
    posts.assertHolds("renewed");
    assertEquals(1, posts.total("all", ""));
  }

  /// Its record has not come yet. It is not due by the clocks of all, so it stays in the indexes.
  @Test
  void anItemThatIsRenewedForAFewSecondsStaysInTheOrder() {
    posts.put(1, NOON);
    posts.pass(MINUTE);
    posts.fixture.table.put(ExpiringPosts.post(1, NOON.plusSeconds(50)));
    posts.sweep();
    assertEquals(1, posts.due());
  }

  /// No sweep would find it.
  @Test
  void aRecordThatComesWhenItsItemHasExpiredBringsNothingBack() {
    var late = posts.fixture.table.put(ExpiringPosts.post(1, NOON.plusSeconds(30)));
    posts.pass(MINUTE);
    assertEquals(swept(0), posts.sweep());
    posts.deliver(late);
    assertEquals(0, posts.total("all", "") + posts.total("posts", "t1"));
  }

  /// It reads their rows.
  @Test
  void aRebuildLeavesOutItemsThatHaveExpired() {
    posts.fixture.table.put(ExpiringPosts.post(1, NOON.plusSeconds(30)));
    posts.fixture.table.put(ExpiringPosts.post(2, NOON.plus(Duration.ofMinutes(9))));
    posts.pass(MINUTE);
    Rebuild rebuild =
        new Rebuild(
            new RebuildSetup(
                posts.indexed().with(posts::pass),
                (_, _, _) -> new TableScan.Page(List.copyOf(posts.fixture.table.items()), Map.of()),
                Rebuilds.of(posts.fixture.state),
                RebuildSettings.DEFAULT,
                Runnable::run,
                IndexStore.Limits.none(0)),
            ExpiringPosts.LISTINGS.find("all").orElseThrow(),
            new StreamedTable(TableModel.NAME, "arn:table", TableModel.STREAM, null, 0, 0),
            "a");
    var rebuilt = new RebuildRun(rebuild, Runnable::run, RebuildListener.NONE).run(1, () -> true);
    assertEquals(1, rebuilt.counts().entries());
    assertEquals(1, posts.total("all", ""));
  }

  @Test
  void allIndexesThatAreBuiltAreSwept() {
    posts.put(1, NOON.plusSeconds(30));
    Listing all = ExpiringPosts.LISTINGS.find("all").orElseThrow();
    Generation building = posts.fixture.add("building", all);
    posts.pass(Duration.ofSeconds(6));
    posts.put(2, NOON.plusSeconds(40));
    posts.pass(MINUTE);
    assertEquals(1, posts.fixture.dump(building, "").all().size());
    assertEquals(swept(2), posts.sweep());
    assertEquals(0, posts.fixture.dump(building, "").all().size());
    assertEquals(
        2, index.fences(IndexCheck.ref(building, "")).size(), "so that no older row can come");
  }

  @Test
  void whatCouldNotBeRemovedIsFoundAgain() {
    for (int i = 0; i < 300; i++) {
      posts.put(i, NOON.plusSeconds(30));
    }
    posts.pass(MINUTE);
    Result failing =
        posts.sweep(
            real -> new FlakyWriter(real, write -> write.group().group().text().equals("t1")));
    assertEquals(End.OPEN, failing.end());
    assertEquals(200, failing.open());
    assertEquals(100, failing.removed());
    assertFalse(posts.serving("all").isExact(posts.now.plus(MINUTE)));
    assertEquals(swept(200), posts.sweep());
    posts.assertHolds("found again");
  }

  private static Work held(String owner, Instant until) {
    String sweep = "sweep#" + ExpiringPosts.order().name();
    return new Work(sweep, owner, until, until, Map.of());
  }

  @Test
  void oneProcessSweepsAtATimeAndAKilledOneHoldsNobodyUp() {
    posts.put(1, NOON);
    posts.pass(MINUTE);
    posts.fixture.state.put(held("other", posts.now.plusSeconds(30)));
    assertEquals(new Result(0, 0, End.HELD), posts.sweep());
    posts.pass(MINUTE);
    assertEquals(End.SWEPT, posts.sweep().end());
    posts.fixture.state.put(held("ahead", posts.now.plus(MINUTE).plus(MINUTE)));
    assertEquals(End.SWEPT, posts.sweep().end(), "its clock was wrong");
  }

  @Test
  void aSweepThatIsTooSlowEndsAndLeavesTheLeaseToTheNextOne() {
    for (int i = 0; i < 101; i++) {
      posts.put(i, NOON);
    }
    posts.pass(MINUTE);
    AtomicInteger calls = new AtomicInteger();
    Result slow =
        posts.sweep(
            real ->
                new ForwardingWriter(
                    real,
                    writes -> {
                      List<WriteResult> results = real.write(writes);
                      calls.incrementAndGet();
                      posts.pass(Duration.ofSeconds(31));
                      posts.fixture.state.put(held("next", posts.now.plusSeconds(30)));
                      return results;
                    }));
    assertEquals(End.OPEN, slow.end());
    assertEquals(1, calls.get(), "it does not go on with what is left");
    assertEquals(End.HELD, posts.sweep().end());
  }

  /// A lease that was renewed at each call would cost two calls for each of the order's groups.
  @Test
  void aSweepRenewsItsLeaseSeldomAndWithoutTimeIsOpen() {
    List<String> calls = new ArrayList<>();
    IndexedTable real = posts.indexed();
    IndexedTable watched =
        new IndexedTable(
            real.items(),
            real.index(),
            real.markers(),
            WatchedPort.of(
                Generations.class,
                real.generations(),
                (method, _, call) -> {
                  calls.add(method);
                  return call.answer();
                }),
            real.writers(),
            real.quarantine(),
            real.freshness(),
            real.clock(),
            real.sleeper());
    ExpirySweep sweep =
        new ExpirySweep(watched, posts.fixture.index.reader(), ExpiringPosts.LISTINGS.all());
    assertEquals(End.SWEPT, sweep.run(ExpiringPosts.order(), () -> true).end());
    assertEquals(1, Collections.frequency(calls, "replace"));
    assertEquals(End.OPEN, sweep.run(ExpiringPosts.order(), () -> false).end());
  }

  /// Items of one of the order's groups.
  @Test
  void moreThanAReadHoldsIsSweptTogether() {
    IndexDefinition due = ExpiringPosts.order().definition();
    Map<Group, Integer> posted = new HashMap<>();
    for (int i = 0; !posted.containsValue(101); i++) {
      Map<String, AttributeValue> post = ExpiringPosts.post(i, NOON);
      Group group = ((Indexed) due.indexable(post)).groups().iterator().next();
      if (posted.isEmpty() || posted.containsKey(group)) {
        posts.put(post);
        posted.merge(group, 1, Integer::sum);
      }
    }
    posts.pass(MINUTE);
    assertEquals(swept(101), posts.sweep());
    assertEquals(0, posts.due());
  }

  /// Readers are told after two minutes without a sweep.
  @Test
  void aListingIsExactWhileItIsSwept() {
    for (int minutes = 0; minutes < 5; minutes++) {
      assertEquals(End.SWEPT, posts.sweep().end());
      assertTrue(posts.serving("all").isExact(posts.now.plusSeconds(99)));
      posts.pass(MINUTE);
    }
    Instant last = posts.now.minus(MINUTE).minusSeconds(20);
    posts.pass(MINUTE);
    Generation serving = posts.serving("posts");
    assertEquals(
        Set.of(new Inexact(Inexact.Cause.LATE_SWEEP, last, last)), serving.inexactAt(posts.now));
    assertTrue(posts.serving(ExpiringPosts.order().name()).isExact(posts.now));
  }

  @Test
  void withoutItsIndexASweepSaysSo() {
    posts.fixture.state.retire(ExpiringPosts.order().name());
    posts.fixture.add("building", ExpiringPosts.order());
    assertEquals(new Result(0, 0, End.NOT_BUILT), posts.sweep());
    assertFalse(posts.serving("all").isExact(posts.now.plus(Duration.ofMinutes(3))));
  }
}
