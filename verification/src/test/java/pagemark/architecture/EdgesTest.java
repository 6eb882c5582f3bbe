package pagemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.docs.Documents;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.pages.cursor.CursorKeys;

/// Checks the edges between the modules: `api-function -> pages -> shared <- stream-sync-function`,
/// `shared, index-redis, index-sql, index-tree -> index-core`, `index-dynamodb -> index-tree,
/// shared`, `cli -> all`, and no others. A rule that matches no class fails.
final class EdgesTest {
  private static final JavaClasses MAIN = ProjectClasses.all();

  /// A class in backticks, or a member of it.
  private static final Pattern CLASS_NAME = Pattern.compile("`([A-Z][a-z]\\w+)");

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

  /// ARCHITECTURE.md tells two ways by their classes, from the caller to the called. A store is
  /// called through its ports.
  @ParameterizedTest
  @ValueSource(strings = {"page request", "stream record"})
  void eachClassOfAWayIsCalledByOneAboveIt(String way) {
    String section = Documents.text("ARCHITECTURE.md").split("\n## The way of a " + way, 2)[1];
    List<String> steps =
        section
            .split("\n## ", 2)[0]
            .lines()
            .filter(line -> line.matches("([0-9]+[.])? .*"))
            .toList();
    Set<JavaClass> above = new HashSet<>();
    Set<String> names = new LinkedHashSet<>();
    CLASS_NAME
        .matcher(String.join("\n", steps))
        .results()
        .forEach(name -> names.add(name.group(1)));
    List<String> uncalled = new ArrayList<>();
    for (String name : names) {
      List<JavaClass> called =
          MAIN.stream().filter(type -> type.getSimpleName().equals(name)).toList();
      if (!above.isEmpty() && called.stream().noneMatch(type -> isCalled(type, above))) {
        uncalled.add(name);
      }
      called.forEach(type -> above.add(outermost(type)));
      called.forEach(type -> type.getAllSubclasses().forEach(sub -> above.add(outermost(sub))));
    }
    assertTrue(names.size() > 15, names::toString);
    assertEquals(List.of(), uncalled);
  }

  private static boolean isCalled(JavaClass type, Set<JavaClass> callers) {
    return type.getDirectDependenciesToSelf().stream()
        .anyMatch(call -> callers.contains(outermost(call.getOriginClass())));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(EdgesTest::outermost).orElse(type);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("pagemark.(**)").should().beFreeOfCycles().check(MAIN);
  }
}
