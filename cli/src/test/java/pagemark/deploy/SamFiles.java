package pagemark.deploy;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the Makefile says of a function.
final class SamFiles {
  private static final Pattern TARGET = Pattern.compile("(?m)^build-(\\w+): MODULE = (\\S+)$");

  private SamFiles() {}

  /// The module that each target packages, by the function's logical id.
  static Map<String, String> modules() {
    Map<String, String> modules = new TreeMap<>();
    Matcher targets = TARGET.matcher(Project.text("Makefile"));
    while (targets.find()) {
      modules.put(targets.group(1), targets.group(2));
    }
    return modules;
  }

  static String module(String function) {
    String module = modules().get(function);
    if (module == null) {
      throw new AssertionError("the Makefile has no target for " + function);
    }
    return module;
  }

  /// The source of a function's handler, in the module that the function's target packages.
  static Path handlerSource(String function) {
    String handler = Project.template().properties(function).path("Handler").asText();
    String file = handler.replaceFirst("::.*", "").replace('.', '/') + ".java";
    return Project.ROOT.resolve(module(function)).resolve("src/main/java").resolve(file);
  }
}
