package pagemark.embedded;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_void;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Changes two methods of Jetty, the web server of DynamoDB Local. A small jar with the rewritten
/// classes comes before Jetty's own on the class path.
///
/// - `getHost` answers 127.0.0.1. DynamoDB Local listens on every interface, and has no option for
///   that.
/// - `handle`, which takes each request, tells what is asked before and after it does what it did.
///
/// Both leave their mark in a [ServerSign].
final class JettyPatch {
  static final String REFUSAL =
      "DynamoDB Local was stopped: this version of it cannot be kept on loopback";

  private static final String JETTY = "jetty-server-*.jar";
  private static final String FOLDER = "org/eclipse/jetty/server/";

  /// The local variable after the parameters of `handle`.
  private static final int TARGET = 4;

  private static final ClassDesc SIGN = ServerSign.class.describeConstable().orElseThrow();

  private static final ClassDesc REQUEST = ClassDesc.of("org.eclipse.jetty.server.Request");
  private static final ClassDesc FIELDS = ClassDesc.of("org.eclipse.jetty.http.HttpFields");

  private JettyPatch() {}

  /// Writes the jar.
  ///
  /// @param jars the folder of DynamoDB Local's jars
  /// @throws ServerStartException if their Jetty has no such methods
  static void write(Path jars, Path file) {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      String connector = FOLDER + "AbstractNetworkConnector.class";
      add(jar, connector, keepOnLoopback(find(jars, connector)));
      String server = FOLDER + "Server.class";
      add(jar, server, tellRequests(find(jars, server)));
      add(jar, SIGN.descriptorString().replaceAll("^L|;$", "") + ".class", sign());
    } catch (IOException e) {
      throw new ServerStartException("Cannot write " + file, e);
    } catch (IllegalStateException e) {
      throw new ServerStartException(REFUSAL, e);
    }
  }

  /// Rewrites the method `getHost()` of a class to call [ServerSign#listens] and return 127.0.0.1.
  ///
  /// @throws IllegalStateException if the class has no such method
  static byte[] keepOnLoopback(byte[] connector) {
    return replace(
        connector,
        "getHost",
        0,
        (code, _) ->
            code.invokestatic(SIGN, "listens", MethodTypeDesc.of(CD_void))
                .loadConstant("127.0.0.1")
                .areturn());
  }

  /// Rewrites the method `handle(request, response, callback)` of a class to call
  /// [ServerSign#begins] first, and [ServerSign#ends] last.
  ///
  /// @throws IllegalStateException if the class has no such method
  static byte[] tellRequests(byte[] server) {
    ClassDesc itself = ClassFile.of().parse(server).thisClass().asSymbol();
    return replace(
        server,
        "handle",
        3,
        (code, type) ->
            code.aload(1)
                .invokeinterface(REQUEST, "getHeaders", MethodTypeDesc.of(FIELDS))
                .loadConstant("X-Amz-Target")
                .invokeinterface(FIELDS, "get", MethodTypeDesc.of(CD_String, CD_String))
                .dup()
                .astore(TARGET)
                .invokestatic(SIGN, "begins", MethodTypeDesc.of(CD_void, CD_String))
                .aload(0)
                .aload(1)
                .aload(2)
                .aload(3)
                .invokevirtual(itself, replaced("handle"), type)
                .aload(TARGET)
                .invokestatic(SIGN, "ends", MethodTypeDesc.of(CD_void, CD_String))
                .ireturn());
  }

  /// Gives a method another body. The old one stays under another name, so that the new one can
  /// call it.
  private static byte[] replace(
      byte[] bytes, String name, int parameters, BiConsumer<CodeBuilder, MethodTypeDesc> body) {
    ClassModel model = ClassFile.of().parse(bytes);
    MethodModel method =
        model.methods().stream()
            .filter(m -> m.methodName().equalsString(name))
            .filter(m -> m.methodTypeSymbol().parameterCount() == parameters)
            .findAny()
            .orElseThrow(() -> new IllegalStateException("No method " + name));
    return ClassFile.of()
        .transformClass(
            model,
            ClassTransform.dropping(method::equals)
                .andThen(ClassTransform.endHandler(type -> add(type, method, body))));
  }

  private static void add(
      ClassBuilder type, MethodModel method, BiConsumer<CodeBuilder, MethodTypeDesc> body) {
    String name = method.methodName().stringValue();
    MethodTypeDesc signature = method.methodTypeSymbol();
    int flags = method.flags().flagsMask();
    type.withMethod(replaced(name), signature, flags, old -> method.forEach(old::with));
    type.withMethodBody(name, signature, flags, code -> body.accept(code, signature));
  }

  private static String replaced(String name) {
    return name + "$replaced";
  }

  private static byte[] sign() throws IOException {
    try (InputStream bytes = ServerSign.class.getResourceAsStream("ServerSign.class")) {
      return Objects.requireNonNull(bytes).readAllBytes();
    }
  }

  private static void add(JarOutputStream jar, String entry, byte[] bytes) throws IOException {
    jar.putNextEntry(new ZipEntry(entry));
    jar.write(bytes);
  }

  private static byte[] find(Path jars, String entry) throws IOException {
    try (DirectoryStream<Path> candidates = Files.newDirectoryStream(jars, JETTY)) {
      for (Path candidate : candidates) {
        try (ZipFile jar = new ZipFile(candidate.toFile())) {
          ZipEntry found = jar.getEntry(entry);
          if (found != null) {
            return read(jar, found);
          }
        }
      }
    }
    throw new IllegalStateException("No " + entry);
  }

  private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream bytes = jar.getInputStream(entry)) {
      return bytes.readAllBytes();
    }
  }
}
