package pagemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.pages.cursor.CursorKeys;

/// Checks the edges between the modules: `api-function -> pages -> shared <- stream-sync-function`,
/// `shared, index-redis, index-sql -> index-core`, `index-dynamodb -> shared`, `cli -> all`, and no
/// others. A rule that matches no class fails.
final class EdgesTest {
  private static final JavaClasses MAIN = ProjectClasses.all();

  /// What starts: a function, a command or the local stack.
  private static final String SERVICES = "pagemark.services..";

  /// The module index-core.
  private static final String[] CORE = {"pagemark.entry..", "pagemark.index.."};

  private static final String[] SHARED = {
    "pagemark.entry..",
    "pagemark.index..",
    "pagemark.folding..",
    "pagemark.key..",
    "pagemark.listing..",
    "pagemark.snapshot..",
    "pagemark.state..",
    "pagemark.words..",
    SERVICES
  };
  private static final String API = "pagemark.api..";
  private static final String PAGES = "pagemark.pages..";

  /// The packages of the module pages. Each uses only those before it.
  private static final List<String> ROOMS =
      List.of(
          "pagemark.pages.error",
          "pagemark.pages.scope",
          "pagemark.pages.cursor",
          "pagemark.pages.request",
          "pagemark.pages.result",
          "pagemark.pages.table",
          "pagemark.pages.items",
          "pagemark.pages.unindexed",
          "pagemark.pages.page",
          "pagemark.pages");

  /// The module stream-sync-function.
  private static final String[] SYNC = {
    "pagemark.sync..",
    "pagemark.rebuild..",
    "pagemark.audit..",
    "pagemark.repair..",
    "pagemark.table..",
    "pagemark.function..",
    "pagemark.watch.."
  };

  /// The handlers of this module, and their wiring.
  private static final String FUNCTION = "pagemark.function..";

  private static final String[] ENGINES =
      Stream.of(SYNC).filter(each -> !each.equals(FUNCTION)).toArray(String[]::new);

  private static final String REDIS = "pagemark.redis..";
  private static final String SQL = "pagemark.sql..";
  private static final String DYNAMODB = "pagemark.dynamodb..";
  private static final String EMBEDDED = "pagemark.embedded..";
  private static final String SERVERS = "pagemark.servers..";
  private static final String CLI = "pagemark.cli..";
  private static final String LOCAL = "pagemark.local..";
  private static final String REDIS_CLIENT = "redis.clients..";

  private static final String[] SQL_CLIENTS = {
    "java.sql..",
    "javax.sql..",
    "com.zaxxer..",
    "org.flywaydb..",
    "org.mariadb..",
    "org.postgresql..",
    "org.sqlite.."
  };

  private static final String LAMBDA = "com.amazonaws..";

  @Test
  void coreKnowsNeitherDynamoDbNorListings() {
    assertApart(
        CORE, "pagemark.key..", "pagemark.listing..", "pagemark.state..", "pagemark.words..");
    assertApart(CORE, "software.amazon..", "com.fasterxml..");
    assertApart(new String[] {"pagemark.entry.."}, "pagemark.index..");
  }

  @Test
  void storesOnRedisAndInSqlKnowTheCoreAlone() {
    assertApart(
        new String[] {REDIS, SQL},
        "pagemark.key..",
        "pagemark.listing..",
        "pagemark.state..",
        "pagemark.words..",
        "pagemark.signal..",
        "pagemark.snapshot..",
        "com.fasterxml..",
        "software.amazon.awssdk.services..");
  }

  @Test
  void sharedKnowsNoModuleNoLambdaNoHttpAndNoStore() {
    assertApart(SHARED, SYNC);
    assertApart(SHARED, API, PAGES, REDIS, SQL, DYNAMODB, EMBEDDED, CLI, LOCAL);
    assertApart(SHARED, LAMBDA, REDIS_CLIENT);
    assertApart(SHARED, SQL_CLIENTS);
    assertApart(
        SHARED, "java.net.http..", "com.sun.net.httpserver..", "software.amazon.awssdk.http..");
  }

  @Test
  void sharedPackagesStandOnEachOtherInOneDirection() {
    assertApart(
        new String[] {"pagemark.key.."},
        "pagemark.listing..",
        "pagemark.index..",
        "pagemark.state..");
    assertApart(
        new String[] {"pagemark.words..", "pagemark.folding.."},
        "pagemark.entry..",
        "pagemark.key..",
        "pagemark.listing..",
        "pagemark.index..",
        "pagemark.state..");
    assertApart(new String[] {"pagemark.listing.."}, "pagemark.index..", "pagemark.state..");
    assertApart(new String[] {"pagemark.listing"}, "pagemark.listing.json..");
    assertApart(new String[] {"pagemark.index.."}, "pagemark.state..");
    assertApart(
        new String[] {"pagemark.state"}, "pagemark.state.rebuild..", "pagemark.state.writer..");
    assertApart(new String[] {"pagemark.state.rebuild.."}, "pagemark.state.writer..");
    assertApart(new String[] {"pagemark.state.writer.."}, "pagemark.state.rebuild..");
    assertApart(
        new String[] {"pagemark.listing..", "pagemark.index..", "pagemark.state.."}, SERVICES);
  }

  /// The handlers' package makes what the others need. So the others know the ports that they use,
  /// and tests give them those alone.
  @Test
  void enginesOfTheSyncSideKnowNeitherTheServicesNorTheHandlers() {
    assertApart(ENGINES, SERVICES, FUNCTION);
  }

  @Test
  void onlyHandlersCommandsAndTheLocalStackKnowTheServices() {
    noClasses()
        .that()
        .resideOutsideOfPackages(SERVICES, FUNCTION, CLI, LOCAL)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SERVICES)
        .check(MAIN);
  }

  @Test
  void functionsKnowThePortsAndNeitherStoreNorEachOther() {
    assertApart(new String[] {API}, SYNC);
    assertApart(new String[] {API}, REDIS, REDIS_CLIENT, SQL, DYNAMODB, EMBEDDED, CLI, LOCAL);
    assertApart(new String[] {API}, SQL_CLIENTS);
    assertApart(SYNC, API, PAGES, REDIS, REDIS_CLIENT, SQL, DYNAMODB, EMBEDDED, CLI, LOCAL);
    assertApart(SYNC, SQL_CLIENTS);
  }

  @Test
  void packagesOfTheSyncSideStandOnEachOtherInOneDirection() {
    assertApart(new String[] {"pagemark.table.."}, "pagemark.repair..");
    assertApart(new String[] {"pagemark.table..", "pagemark.repair.."}, "pagemark.sync..");
    assertApart(
        new String[] {"pagemark.table..", "pagemark.repair..", "pagemark.sync.."},
        "pagemark.rebuild..",
        "pagemark.audit..",
        "pagemark.watch..");
    assertApart(new String[] {"pagemark.rebuild.."}, "pagemark.audit..", "pagemark.watch..");
    assertApart(new String[] {"pagemark.audit.."}, "pagemark.rebuild..", "pagemark.watch..");
    assertApart(new String[] {"pagemark.watch.."}, "pagemark.rebuild..", "pagemark.audit..");
  }

  @Test
  void pagesKnowThePortsAndNoHttp() {
    assertApart(new String[] {PAGES}, SYNC);
    assertApart(
        new String[] {PAGES},
        API,
        REDIS,
        REDIS_CLIENT,
        SQL,
        DYNAMODB,
        EMBEDDED,
        CLI,
        LOCAL,
        LAMBDA);
    assertApart(new String[] {PAGES}, SQL_CLIENTS);
    assertApart(
        new String[] {PAGES},
        "java.net.http..",
        "com.sun.net.httpserver..",
        "software.amazon.awssdk.http..");
  }

  @Test
  void packagesOfPagesStandOnEachOtherInOneDirection() {
    for (int room = 0; room < ROOMS.size() - 1; room++) {
      assertApart(
          new String[] {ROOMS.get(room)},
          ROOMS.subList(room + 1, ROOMS.size()).toArray(String[]::new));
    }
  }

  /// HTTP is one user of pages among others.
  @Test
  void apiUsesTheFrontDoorOfPagesAndItsResults() {
    assertApart(
        new String[] {API},
        "pagemark.pages.request",
        "pagemark.pages.table",
        "pagemark.pages.items",
        "pagemark.pages.unindexed",
        "pagemark.pages.page");
    noClasses()
        .that()
        .resideInAPackage(API)
        .should()
        .dependOnClassesThat(
            resideInAPackage("pagemark.pages.cursor").and(not(type(CursorKeys.class))))
        .check(MAIN);
  }

  /// A front knows its events alone, and no question.
  @Test
  void frontsOfTheApiKnowNeitherListingsNorPages() {
    String[] front = {"pagemark.api.front.."};
    assertApart(front, "pagemark.api", "pagemark.listing..", "software.amazon..");
    assertApart(
        front,
        "pagemark.pages",
        "pagemark.pages.cursor",
        "pagemark.pages.scope",
        "pagemark.pages.result");
  }

  @Test
  void pagesWriteNoIndex() {
    noClasses()
        .that()
        .resideInAnyPackage(API, PAGES)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(PageIndexWriter.class, Markers.class)
        .check(MAIN);
  }

  @Test
  void indexOnRedisKnowsThePortsAlone() {
    assertApart(new String[] {REDIS}, SYNC);
    assertApart(new String[] {REDIS}, API, PAGES, SQL, DYNAMODB, EMBEDDED, CLI, LOCAL, LAMBDA);
    assertApart(new String[] {REDIS}, SQL_CLIENTS);
  }

  @Test
  void roomsOfTheIndexOnRedisStandOnEachOtherInOneDirection() {
    assertApart(
        new String[] {"pagemark.redis.script.."},
        "pagemark.redis",
        "pagemark.redis.connection..",
        "redis.clients.jedis");
    assertApart(new String[] {"pagemark.redis.connection.."}, "pagemark.redis");
  }

  @Test
  void indexInSqlKnowsThePortsAlone() {
    assertApart(new String[] {SQL}, SYNC);
    assertApart(
        new String[] {SQL},
        API,
        PAGES,
        REDIS,
        REDIS_CLIENT,
        DYNAMODB,
        EMBEDDED,
        CLI,
        LOCAL,
        LAMBDA);
  }

  @Test
  void roomsOfTheIndexInSqlStandOnEachOtherInOneDirection() {
    String[] connection = {"pagemark.sql.connection.."};
    String[] table = {"pagemark.sql.table.."};
    String[] tree = {"pagemark.sql.tree.."};
    assertApart(connection, "pagemark.sql", table[0], tree[0]);
    assertApart(table, "pagemark.sql", tree[0]);
    assertApart(tree, "pagemark.sql");
  }

  @Test
  void indexInDynamoDbKnowsThePortsAlone() {
    assertApart(new String[] {DYNAMODB}, SYNC);
    assertApart(
        new String[] {DYNAMODB},
        API,
        PAGES,
        REDIS,
        REDIS_CLIENT,
        SQL,
        EMBEDDED,
        CLI,
        LOCAL,
        LAMBDA);
    assertApart(new String[] {DYNAMODB}, SQL_CLIENTS);
  }

  @Test
  void roomsOfTheIndexInDynamoDbStandOnEachOtherInOneDirection() {
    String[] node = {"pagemark.dynamodb.node.."};
    String[] request = {"pagemark.dynamodb.request.."};
    String[] table = {"pagemark.dynamodb.table.."};
    String[] tree = {"pagemark.dynamodb.tree.."};
    String[] read = {"pagemark.dynamodb.read.."};
    assertApart(node, "pagemark.dynamodb", request[0], table[0], tree[0], read[0]);
    assertApart(request, "pagemark.dynamodb", table[0], tree[0], read[0]);
    assertApart(table, "pagemark.dynamodb", tree[0], read[0]);
    assertApart(tree, "pagemark.dynamodb", table[0], read[0]);
    assertApart(read, "pagemark.dynamodb", table[0], tree[0]);
    String client = "software.amazon.awssdk.services.dynamodb";
    assertApart(node, client);
    assertApart(tree, client);
    assertApart(read, client);
  }

  @Test
  void embeddedServersKnowNothingOfPagemark() {
    assertApart(new String[] {EMBEDDED}, SYNC);
    assertApart(
        new String[] {EMBEDDED}, API, PAGES, REDIS, REDIS_CLIENT, SQL, DYNAMODB, CLI, LOCAL);
    assertApart(new String[] {EMBEDDED}, SHARED);
  }

  @Test
  void serversOfTestsKnowNothingOfPagemarkAndServeNoProduct() {
    String[] products = {API, PAGES, REDIS, SQL, DYNAMODB, EMBEDDED, CLI, LOCAL};
    assertApart(products, SERVERS);
    assertApart(SHARED, SERVERS);
    assertApart(SYNC, SERVERS);
    assertApart(new String[] {SERVERS}, SYNC);
    assertApart(new String[] {SERVERS}, SHARED);
    assertApart(new String[] {SERVERS}, API, PAGES, REDIS, SQL, DYNAMODB, CLI, LOCAL);
  }

  @Test
  void localStackKnowsNoStoreAndNoCommand() {
    assertApart(new String[] {LOCAL}, CLI, REDIS, REDIS_CLIENT, SQL, DYNAMODB, "picocli..");
    assertApart(new String[] {LOCAL}, SQL_CLIENTS);
  }

  @Test
  void checksOfATableKnowNoStoreAndNoCommand() {
    String[] checks = {"pagemark.check..", "pagemark.init.."};
    assertApart(checks, CLI, API, PAGES, REDIS, REDIS_CLIENT, SQL, DYNAMODB, "picocli..");
    assertApart(checks, SYNC);
  }

  @Test
  void roomsOfTheLocalStackStandOnEachOtherInOneDirection() {
    String[] parts = {
      "pagemark.local.http..",
      "pagemark.local.lambda..",
      "pagemark.local.page..",
      "pagemark.local.pump..",
      "pagemark.local.race..",
      "pagemark.local.sample.."
    };
    String[] data = {"pagemark.local.data.."};
    String[] trial = {"pagemark.local.trial.."};
    assertApart(parts, "pagemark.local", data[0], trial[0]);
    assertApart(data, parts);
    assertApart(data, "pagemark.local", trial[0]);
    assertApart(trial, parts);
    assertApart(trial, "pagemark.local");
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("pagemark.(**)").should().beFreeOfCycles().check(MAIN);
  }

  private static void assertApart(String[] packages, String... others) {
    noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(MAIN);
  }
}
