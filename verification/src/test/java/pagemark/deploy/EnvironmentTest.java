package pagemark.deploy;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.DynamoIndexProvider;
import pagemark.pages.table.FetchPlan;

/// The environment variables of the functions. The list here is compared with the sources on one
/// side and with the template on the other.
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
              "AWS_LAMBDA_INITIALIZATION_TYPE",
              "BASE_PATH",
              "CORS_ORIGINS",
              "CURSOR_KEY",
              "CURSOR_KEY_PREVIOUS",
              "INDEX_TIMEOUT_MILLIS",
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
          OF_SYNC_MODULE,
          Template.WATCH,
          ofWatch());

  private static Set<String> ofWatch() {
    Set<String> names = new TreeSet<>(OF_SYNC_MODULE);
    names.addAll(
        Set.of(
            "AWS_ENDPOINT_URL_DYNAMODB_STREAMS",
            "AWS_ENDPOINT_URL_LAMBDA",
            "AWS_REGION",
            "SYNC_FUNCTION_NAME"));
    return names;
  }

  /// A template may set them.
  private static final Set<String> OPTIONAL =
      Set.of("INDEX_TIMEOUT_MILLIS", "PAGEMARK_DIAGNOSTICS", "PAGEMARK_LISTINGS");

  /// What the sources read, but not that function of theirs.
  private static final Map<String, Set<String>> NOT_NEEDED =
      Map.of(Template.WATCH, Set.of("INDEX_URL"));

  /// Lambda sets them, and refuses a template that does.
  private static final Set<String> OF_LAMBDA =
      Set.of("AWS_LAMBDA_INITIALIZATION_TYPE", "AWS_REGION", "LAMBDA_TASK_ROOT");

  /// The AWS SDK reads them; a template may set them.
  private static final Set<String> OF_SDK = Set.of("AWS_ENDPOINT_URL_DYNAMODB");

  /// The JVM reads them.
  private static final Set<String> OF_JVM = Set.of("JAVA_TOOL_OPTIONS");

  /// Beside the function's own module.
  private static final List<String> MODULES_OF_ALL =
      List.of("index-core", "shared", "index-redis", "index-sql", "index-dynamodb");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

  /// A text such as "TABLE_NAME" is taken for a variable's name wherever it stands, except what an
  /// isolation level of a transaction and a place in a stream are called.
  private static final Pattern NAME =
      Pattern.compile(
          "\"(?!TRANSACTION_|TRIM_HORIZON|AFTER_SEQUENCE_NUMBER)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\"");

  /// A text in capitals is, in a statement about the environment.
  private static final Pattern STATEMENT_END = Pattern.compile("[;{}]");

  private static final Pattern ENVIRONMENT = Pattern.compile("\\b[eE]nvironment\\b");

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
      STATEMENT_END
          .splitAsStream(source)
          .filter(statement -> ENVIRONMENT.matcher(statement).find())
          .forEach(statement -> addAll(CAPITALS, statement, names));
    }
    addAll(PLACEHOLDER, Project.text("listings.json"), names);
    return names;
  }

  private static void addAll(Pattern pattern, String text, Set<String> names) {
    pattern.matcher(text).results().forEach(match -> names.add(match.group(1)));
  }

  /// The sources that run in a function, without comments, by path. Those of the watch run in its
  /// function alone.
  private static Map<Path, String> sources(String function) throws IOException {
    Map<Path, String> sources = new TreeMap<>();
    Stream<String> modules =
        Stream.concat(Stream.of(SamFiles.module(function)), MODULES_OF_ALL.stream());
    for (String module : modules.toList()) {
      try (Stream<Path> files = Files.walk(Project.ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          boolean isOfWatch =
              file.toString().contains("/pagemark/watch/")
                  || file.equals(SamFiles.handlerSource(Template.WATCH));
          if (isOfWatch && !function.equals(Template.WATCH)) {
            continue;
          }
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
      Set<Path> handlers = new HashSet<>(handlersOfModule(SamFiles.module(function)));
      if (!function.equals(Template.WATCH)) {
        handlers.remove(SamFiles.handlerSource(Template.WATCH));
      }
      assertEquals(handlers, sources.keySet());
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
      Set<String> notNeeded = NOT_NEEDED.getOrDefault(function, Set.of());
      Set<String> read = without(READ.getOrDefault(function, Set.of()), List.of(notNeeded));
      assertEquals(Set.of(), without(read, List.of(set, OPTIONAL, OF_LAMBDA)), function);
      Set<String> allowed = without(read, List.of(OF_LAMBDA));
      assertEquals(Set.of(), without(set, List.of(allowed, OF_SDK, OF_JVM)), function);
    }
  }

  private static Set<String> without(Set<String> names, List<Set<String>> others) {
    Set<String> rest = new TreeSet<>(names);
    others.forEach(rest::removeAll);
    return rest;
  }

  @Test
  void everyVariableHasAValueInEveryStack() {
    Choices.everything()
        .forEach(
            parameters -> {
              Stack stack = Stack.of(template, parameters);
              for (String function : template.functions().keySet()) {
                stack
                    .properties(function)
                    .at("/Environment/Variables")
                    .properties()
                    .forEach(
                        variable ->
                            assertFalse(
                                variable.getValue().asText().isEmpty(), variable::toString));
              }
            });
  }

  /// Otherwise the JVM closes connections after each call, and the next call opens one again.
  @Test
  void aFunctionKeepsAsManyConnectionsAsItSendsCallsSideBySide() {
    Stack stack = Stack.of(template, Choices.OPEN);
    for (String function : template.functions().keySet()) {
      Matcher option =
          Pattern.compile("-Dhttp[.]maxConnections=(\\d+)")
              .matcher(variable(stack, function, "JAVA_TOOL_OPTIONS"));
      assertTrue(option.matches(), function);
      int kept = Integer.parseInt(option.group(1));
      assertTrue(kept >= DynamoIndexProvider.CALLS_MAX && kept >= FetchPlan.CALLS_MAX, function);
    }
  }

  @Test
  void environmentNamesTheTablesTheStreamAndTheIndex() {
    Stack created = Stack.of(template, Choices.OPEN);
    Stack given =
        Stack.of(
            template, Choices.all(Choices.OPEN, Choices.GIVEN_INDEXES.get(1), Choices.GIVEN_TABLE));
    Stack secret =
        Stack.of(template, Choices.all(Choices.OPEN, Choices.NO_NETWORK, Choices.SECRET));
    for (String function : template.functions().keySet()) {
      boolean api = function.equals(Template.API);
      assertEquals("<Table>", variable(created, function, "TABLE_NAME"));
      assertEquals("orders", variable(given, function, "TABLE_NAME"));
      assertEquals("<StateTable>", variable(created, function, "STATE_TABLE_NAME"));
      assertEquals("<StateTable>", variable(given, function, "STATE_TABLE_NAME"));
      assertEquals(api ? "" : "<Table.StreamArn>", variable(created, function, "STREAM_ARN"));
      assertEquals(api ? "" : Choices.STREAM_ARN, variable(given, function, "STREAM_ARN"));
      if (function.equals(Template.WATCH)) {
        continue;
      }
      assertEquals(
          "rediss://<%sCacheUser>@<Cache.Endpoint.Address>:<Cache.Endpoint.Port>?cluster=true&iam=pagemark&serverless=true%s"
              .formatted(api ? "Api" : "Sync", api ? "" : "&maxGigabytes=1&maxUnits=25000"),
          variable(created, function, "INDEX_URL"));
      assertEquals(
          (api ? Choices.READER.get("ReaderIndexUrl") : Choices.GIVEN_INDEX.get("IndexUrl")),
          variable(given, function, "INDEX_URL"));
      assertEquals(
          "{{resolve:secretsmanager:%s:SecretString:%s}}"
              .formatted(Choices.SECRET.get("IndexSecretArn"), api ? "readerUrl" : "url"),
          variable(secret, function, "INDEX_URL"));
    }
  }

  private static String variable(Stack stack, String function, String name) {
    return stack.properties(function).at("/Environment/Variables/" + name).asText();
  }
}
