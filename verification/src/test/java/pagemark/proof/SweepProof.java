package pagemark.proof;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import pagemark.audit.Stats;
import pagemark.function.Wiring;
import pagemark.listing.Listing;
import pagemark.repair.ExpirySweep;
import pagemark.repair.ExpirySweep.End;
import pagemark.repair.IndexedTable;
import pagemark.services.Services;
import pagemark.sync.StreamedTable;

/// Whether sweeps keep up with a million items that expire in an hour: 50,000 sessions of a
/// thousand users expire within three minutes, an hour from now, and a clock that is as far ahead
/// sweeps each of these minutes. Each sweep must take less than its minute, and leave nothing.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.SweepProof -Dfile=50000`, which is the number.
public final class SweepProof {
  private static final int MINUTES = 3;
  private static final int USERS = 1_000;
  private static final ProvenTable SESSIONS =
      new ProvenTable(
          """
          {"sessions": {"table": "sessions", "expires": {"attribute": "ttl"},
            "group": {"attribute": "user"},
            "sort": {"attribute": "at", "type": "integer"},
            "key": [{"attribute": "id"}],
            "attributes": "*"}}
          """,
          List.of("id"),
          List.of());

  private SweepProof() {}

  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[0]);
    boolean inTime = true;
    try (ProofStack stack = ProofStack.start(SESSIONS)) {
      Services services = stack.services();
      Instant begin = Instant.now().plus(Duration.ofHours(1));
      System.out.printf("writes: %,d, in %.1f s%n", count, stack.write(writes(count, begin)));
      long removed = 0;
      for (int minute = 1; minute <= MINUTES + 1; minute++) {
        Instant now = begin.plus(Duration.ofMinutes(minute));
        long started = System.nanoTime();
        ExpirySweep.Result result = sweep(services, stack.tableName(), now);
        double seconds = ProofStack.secondsSince(started);
        System.out.printf("minute %d: %s in %.1f s%n", minute, result, seconds);
        removed += result.removed();
        inTime &= result.end() == End.SWEPT && seconds < 60;
      }
      long left = left(services);
      System.out.printf("removed: %,d, left in the index: %,d%n", removed, left);
      inTime &= removed == count && left == 0;
    }
    System.exit(inTime ? 0 : 1);
  }

  private static List<Write> writes(int count, Instant begin) {
    Random random = new Random(1);
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long ttl = begin.getEpochSecond() + random.nextInt(60 * MINUTES);
      writes.add(
          new Write.Insert(
              Map.of(
                  "id", fromS("session" + i),
                  "user", fromS("user" + random.nextInt(USERS)),
                  "at", fromN("" + i),
                  "ttl", fromN("" + ttl))));
    }
    return writes;
  }

  private static ExpirySweep.Result sweep(Services services, String name, Instant now) {
    String stream = StreamedTable.describe(services.dynamo(), name).stream();
    IndexedTable real = new Wiring(services, name, stream).indexed();
    InstantSource clock = InstantSource.fixed(now);
    IndexedTable table =
        new IndexedTable(
            real.items(),
            real.index(),
            real.markers(),
            real.generations(),
            real.writers(),
            real.quarantine(),
            real.freshness(),
            clock,
            real.sleeper());
    ExpirySweep sweep =
        new ExpirySweep(table, services.index().reader(), services.listings().of(name));
    return sweep.run(sweep.orders().getFirst(), () -> true);
  }

  private static long left(Services services) {
    long entries = 0;
    for (Listing listing : services.listings().all()) {
      entries +=
          Stats.of(
                  services.state().serving(listing.name()).orElseThrow(),
                  services.index().inspector())
              .entries();
    }
    return entries;
  }
}
