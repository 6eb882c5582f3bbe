package pagemark.deploy;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Makefile and samconfig.toml.
final class SamFilesTest {
  private static final Pattern SECTION = Pattern.compile("\\[default[.](\\w+)[.]parameters]");
  private static final Pattern SETTING =
      Pattern.compile("(\\w+) = (\"[^\"\\\\]*\"|true|false|\\d+([.]\\d+)?)");

  private final Template template = Project.template();

  @Test
  void everyFunctionHasATargetThatPackagesTheModuleOfItsHandler() {
    Set<String> functions = template.functions().keySet();
    assertEquals(functions, SamFiles.modules().keySet());
    for (String function : functions) {
      assertTrue(Files.exists(SamFiles.handlerSource(function)), function);
      assertTrue(
          Pattern.compile("(?m)^\\.PHONY:.* build-" + function + "\\b")
              .matcher(Project.text("Makefile"))
              .find());
      JsonNode metadata = template.root().path("Resources").path(function).path("Metadata");
      assertEquals("makefile", metadata.path("BuildMethod").asText());
    }
    assertEquals(".", template.root().at("/Globals/Function/CodeUri").asText());
  }

  @Test
  void theTargetsTakeTheJarThatMavenPackagesAndTheListings() {
    String makefile = Project.text("Makefile");
    assertTrue(
        makefile.contains("JARS = $(if $(wildcard functions),functions,$(MODULE)/target)\n"));
    assertTrue(
        makefile.contains("\tcp $(JARS)/$(MODULE)$(KIND-$(INDEX)).jar \"$(ARTIFACTS_DIR)/lib/\""));
    assertTrue(makefile.contains("\tcp \"$(LISTINGS)\" \"$(ARTIFACTS_DIR)/listings.json\""));
    String certificates = "rds-ca.pem";
    assertTrue(makefile.contains("cp " + certificates + " \"$(ARTIFACTS_DIR)/\""));
    assertTrue(Project.text("template.yaml").contains("&ca=/var/task/" + certificates));
    for (String module : SamFiles.modules().values()) {
      assertTrue(Project.text("pom.xml").contains("<module>" + module + "</module>"), module);
    }
  }

  @Test
  void theJarOfEveryKindOfIndexOfTheTemplateIsPackagedAndTheDefaultIsTheTemplates() {
    JsonNode kind = template.root().at("/Parameters/IndexKind");
    assertEquals(Map.of("redis", "", "dynamodb", "-dynamodb", "sql", "-sql"), SamFiles.kinds());
    assertEquals(
        SamFiles.kinds().keySet(),
        kind.path("AllowedValues").valueStream().map(JsonNode::asText).collect(toSet()));
    assertTrue(
        Project.text("Makefile").contains("\nINDEX ?= " + kind.path("Default").asText() + "\n"));
  }

  @Test
  void theSettingsOfTheSamCommandAreWellFormedAndNameWhatIsThere() {
    Map<String, String> settings = settings();
    assertEquals("0.1", settings.get("version"));
    assertEquals("\"CAPABILITY_IAM\"", settings.get("deploy.capabilities"));
    Set<String> environments =
        settings.entrySet().stream()
            .filter(setting -> setting.getKey().endsWith(".env_vars"))
            .map(Map.Entry::getValue)
            .collect(toSet());
    assertEquals(Set.of("\"events/env.json\""), environments);
    assertTrue(Files.exists(Project.ROOT.resolve("events/env.json")));
  }

  /// The settings of samconfig.toml, as `command.name`, in TOML's notation: of TOML it uses tables,
  /// strings without escapes, numbers and booleans.
  private static Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    String prefix = "";
    for (String line : Project.text("samconfig.toml").lines().toList()) {
      Matcher section = SECTION.matcher(line);
      Matcher setting = SETTING.matcher(line);
      if (section.matches()) {
        prefix = section.group(1) + ".";
      } else if (setting.matches()) {
        assertEquals(null, settings.put(prefix + setting.group(1), setting.group(2)), line);
      } else {
        assertTrue(line.isEmpty() || line.startsWith("#"), line);
      }
    }
    return settings;
  }
}
