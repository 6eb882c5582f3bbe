package pagemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.pages.cursor.CursorKeys;

/// Checks the edges between the modules: `api-function -> pages -> shared <- stream-sync-function`,
/// `shared, index-redis, index-sql, index-tree -> index-core`, `index-dynamodb -> index-tree,
/// shared`, `cli -> all`, and no others. A rule that matches no class fails.
final class EdgesTest {
  private static final JavaClasses MAIN = ProjectClasses.all();

  /// `A = b c` names packages. Those before `-/>` do not know those behind it. In `a < b c < d`,
  /// each knows only those of earlier places. A leading dot stands for `pagemark.`, and two dots at
  /// the end for the packages inside, too.
  private static final String EDGES =
      """
      CORE = .entry.. .index..
      SHARED = CORE .folding.. .key.. .listing.. .snapshot.. .state.. .words.. .services..
      FRONTS = .api.. .pages..
      ENGINES = .sync.. .rebuild.. .audit.. .repair.. .table.. .watch..
      SYNC = ENGINES .function..
      STORES = .redis.. .sql.. .tree.. .dynamodb..
      JEDIS = redis.clients..
      JDBC = java.sql.. javax.sql.. com.zaxxer.. org.flywaydb.. org.mariadb.. org.postgresql.. org.sqlite..
      CLIENTS = JEDIS JDBC
      TOOLS = .embedded.. .cli.. .local..
      HTTP = java.net.http.. com.sun.net.httpserver.. software.amazon.awssdk.http..
      LAMBDA = com.amazonaws..

      CORE -/> .key.. .listing.. .state.. .words.. software.amazon.. com.fasterxml..
      .entry.. < .index..
      SHARED -/> SYNC FRONTS STORES TOOLS LAMBDA CLIENTS HTTP
      .key.. < .listing.. < .index.. < .state.. < .services..
      .words.. .folding.. -/> .entry.. .key.. .listing.. .index.. .state..
      .listing < .listing.json..
      .state < .state.rebuild.. .state.writer..

      .pages.. -/> SYNC .api.. STORES CLIENTS TOOLS LAMBDA HTTP
      .pages.error < .pages.scope < .pages.cursor < .pages.request < .pages.result < .pages.table \
        < .pages.items < .pages.unindexed < .pages.page < .pages
      .api.. -/> SYNC STORES CLIENTS TOOLS
      .api.. -/> .pages.request .pages.table .pages.items .pages.unindexed .pages.page
      .api.front.. -/> .api .listing.. software.amazon.. .pages .pages.cursor .pages.scope .pages.result
      SYNC -/> FRONTS STORES CLIENTS TOOLS
      ENGINES -/> .services.. .function..
      .table.. < .repair.. < .sync.. < .rebuild.. .audit.. .watch..

      .redis.. .sql.. .tree.. -/> .key.. .listing.. .state.. .words.. .signal.. .snapshot.. com.fasterxml..
      .redis.. .sql.. -/> software.amazon.awssdk.services..
      STORES -/> SYNC FRONTS TOOLS LAMBDA
      .redis.. -/> .sql.. .tree.. .dynamodb.. JDBC
      .redis.script.. < .redis.connection.. < .redis
      .redis.script.. -/> redis.clients.jedis
      .sql.. -/> .redis.. .tree.. .dynamodb.. JEDIS
      .sql.connection.. < .sql.table.. < .sql.tree.. < .sql
      .tree.. -/> .redis.. .sql.. .dynamodb.. CLIENTS software.amazon..
      .tree.node < .tree.request < .tree.write .tree.read < .tree
      .dynamodb.. -/> .redis.. .sql.. CLIENTS
      .dynamodb.request.. < .dynamodb.table.. < .dynamodb

      .embedded.. -/> SHARED SYNC FRONTS STORES JEDIS .cli.. .local..
      SHARED SYNC FRONTS STORES TOOLS -/> .servers..
      .servers.. -/> SHARED SYNC FRONTS STORES .cli.. .local..
      .check.. .init.. -/> .cli.. SYNC FRONTS STORES JEDIS picocli..
      .local.. -/> .cli.. STORES CLIENTS picocli..
      PARTS = .local.http.. .local.lambda.. .local.page.. .local.pump.. .local.race..
      PARTS -/> .local .local.data..
      .local.data.. -/> PARTS .local
      """;

  /// Packages that must not know others.
  record Edge(List<String> packages, List<String> others) {}

  static List<Edge> edges() {
    Map<String, List<String>> names = new HashMap<>();
    List<Edge> edges = new ArrayList<>();
    for (String line : EDGES.lines().filter(each -> !each.isBlank()).toList()) {
      if (line.contains(" = ")) {
        String[] parts = line.split(" = ", 2);
        names.put(parts[0], packages(parts[1], names));
      } else if (line.contains(" -/> ")) {
        String[] parts = line.split(" -/> ", 2);
        edges.add(new Edge(packages(parts[0], names), packages(parts[1], names)));
      } else {
        addOrdered(edges, Stream.of(line.split(" +< ", -1)).map(p -> packages(p, names)).toList());
      }
    }
    return edges;
  }

  private static List<String> packages(String words, Map<String, List<String>> names) {
    return Stream.of(words.split(" ", -1))
        .flatMap(word -> names.getOrDefault(word, List.of(word)).stream())
        .map(name -> name.startsWith(".") ? "pagemark" + name : name)
        .toList();
  }

  private static void addOrdered(List<Edge> edges, List<List<String>> places) {
    for (int i = 0; i < places.size(); i++) {
      for (String each : places.get(i)) {
        List<String> others =
            places.subList(i, places.size()).stream()
                .flatMap(List::stream)
                .filter(other -> !other.equals(each))
                .toList();
        if (!others.isEmpty()) {
          edges.add(new Edge(List.of(each), others));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("edges")
  void packagesDoNotKnow(Edge edge) {
    noClasses()
        .that()
        .resideInAnyPackage(edge.packages().toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(edge.others().toArray(String[]::new))
        .check(MAIN);
  }

  @Test
  void onlyHandlersCommandsAndTheLocalStackKnowTheServices() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "pagemark.services..", "pagemark.function..", "pagemark.cli..", "pagemark.local..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("pagemark.services..")
        .check(MAIN);
  }

  /// HTTP is one user of pages among others.
  @Test
  void apiUsesNothingOfCursorsButTheirKeys() {
    noClasses()
        .that()
        .resideInAPackage("pagemark.api..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("pagemark.pages.cursor").and(not(type(CursorKeys.class))))
        .check(MAIN);
  }

  @Test
  void pagesWriteNoIndex() {
    noClasses()
        .that()
        .resideInAnyPackage("pagemark.api..", "pagemark.pages..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(PageIndexWriter.class, Markers.class)
        .check(MAIN);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("pagemark.(**)").should().beFreeOfCycles().check(MAIN);
  }
}
