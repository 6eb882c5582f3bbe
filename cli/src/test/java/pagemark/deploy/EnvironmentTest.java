package pagemark.deploy;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The environment variables of the functions. The list here is held against the sources on one
/// side and against the template on the other.
final class EnvironmentTest {
  private static final Set<String> OF_SYNC_MODULE =
      Set.of(
          "INDEX_URL",
          "LAMBDA_TASK_ROOT",
          "PAGEMARK_LISTINGS",
          "STATE_TABLE_NAME",
          "STREAM_ARN",
          "TABLE_NAME");

  private static final Map<String, Set<String>> READ =
      Map.of(
          Template.API,
          Set.of(
              "INDEX_URL",
              "LAMBDA_TASK_ROOT",
              "PAGEMARK_DIAGNOSTICS",
              "PAGEMARK_LISTINGS",
              "STATE_TABLE_NAME",
              "TABLE_NAME"),
          Template.REBUILD,
          OF_SYNC_MODULE,
          Template.REPAIR,
          OF_SYNC_MODULE,
          Template.SYNC,
          OF_SYNC_MODULE,
          Template.AUDIT,
          OF_SYNC_MODULE);

  /// A template may set them.
  private static final Set<String> OPTIONAL = Set.of("PAGEMARK_DIAGNOSTICS", "PAGEMARK_LISTINGS");

  /// Lambda sets them, and refuses a template that does.
  private static final Set<String> OF_LAMBDA = Set.of("LAMBDA_TASK_ROOT");

  /// The AWS SDK reads them; a template may set them.
  private static final Set<String> OF_SDK = Set.of("AWS_ENDPOINT_URL_DYNAMODB");

  /// Beside the function's own module.
  private static final List<String> MODULES_OF_ALL = List.of("shared", "index-redis");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

  /// A text such as "TABLE_NAME" is taken for a variable's name wherever it stands.
  private static final Pattern NAME = Pattern.compile("\"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\"");

  /// A text in capitals is, in a statement about the environment.
  private static final Pattern STATEMENT = Pattern.compile("[^;{}]*\\b[eE]nvironment\\b[^;{}]*");

  private static final Pattern CAPITALS = Pattern.compile("\"([A-Z][A-Z0-9_]*)\"");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");

  private final Template template = Project.template();

  @Test
  void theListIsWhatTheSourcesAndTheListingsRead() throws IOException {
    Map<String, Set<String>> found = new TreeMap<>();
    for (String function : template.functions().keySet()) {
      found.put(function, names(function));
    }
    assertEquals(new TreeMap<>(READ), found);
  }

  private static Set<String> names(String function) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String source : sources(function).values()) {
      addAll(NAME, source, names);
      STATEMENT.matcher(source).results().forEach(s -> addAll(CAPITALS, s.group(), names));
    }
    addAll(PLACEHOLDER, Project.text("listings.json"), names);
    return names;
  }

  private static void addAll(Pattern pattern, String text, Set<String> names) {
    pattern.matcher(text).results().forEach(match -> names.add(match.group(1)));
  }

  /// The sources that run in a function, without comments, by path.
  private static Map<Path, String> sources(String function) throws IOException {
    Map<Path, String> sources = new TreeMap<>();
    Stream<String> modules =
        Stream.concat(Stream.of(SamFiles.module(function)), MODULES_OF_ALL.stream());
    for (String module : modules.toList()) {
      try (Stream<Path> files = Files.walk(Project.ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          sources.put(file, COMMENT.matcher(Files.readString(file)).replaceAll(""));
        }
      }
    }
    return sources;
  }

  @Test
  void onlyHandlersTakeTheEnvironmentAndTheyTakeItWhole() throws IOException {
    for (String function : template.functions().keySet()) {
      Map<Path, String> sources = sources(function);
      sources.values().removeIf(source -> !source.contains("getenv"));
      assertEquals(handlersOfModule(SamFiles.module(function)), sources.keySet());
      for (String handler : sources.values()) {
        assertEquals(1, Pattern.compile("getenv").matcher(handler).results().count());
        assertEquals(
            1, Pattern.compile("System[.]getenv\\(\\)").matcher(handler).results().count());
      }
    }
  }

  private Set<Path> handlersOfModule(String module) {
    return template.functions().keySet().stream()
        .filter(function -> SamFiles.module(function).equals(module))
        .map(SamFiles::handlerSource)
        .collect(toSet());
  }

  @Test
  void theTemplateSetsWhatAFunctionReadsAndNothingElse() {
    for (String function : template.functions().keySet()) {
      Set<String> set = template.environment(function).keySet();
      assertEquals(
          Set.of(),
          without(READ.getOrDefault(function, Set.of()), List.of(set, OPTIONAL, OF_LAMBDA)),
          function);
      Set<String> allowed = without(READ.getOrDefault(function, Set.of()), List.of(OF_LAMBDA));
      assertEquals(Set.of(), without(set, List.of(allowed, OF_SDK)), function);
    }
  }

  private static Set<String> without(Set<String> names, List<Set<String>> others) {
    Set<String> rest = new TreeSet<>(names);
    others.forEach(rest::removeAll);
    return rest;
  }

  @Test
  void theTablesThatFunctionsAreToldOfAreTheTemplates() {
    for (String function : template.functions().keySet()) {
      var environment = template.environment(function);
      assertEquals("{\"Ref\":\"Table\"}", String.valueOf(environment.get("TABLE_NAME")));
      assertEquals("{\"Ref\":\"StateTable\"}", String.valueOf(environment.get("STATE_TABLE_NAME")));
    }
  }
}
