#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver whose profile outlives it; the distribution's own keeps nothing."""
import json
import os

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

options = json.loads(os.environ['WEBKIT_OPTIONS'])
folder = options['folder']
Gtk.Settings.get_default().set_property('gtk-application-prefer-dark-theme', options['isDark'])
data = WebKit2.WebsiteDataManager(base_data_directory=folder + '/data', base_cache_directory=folder + '/cache')
context = WebKit2.WebContext(website_data_manager=data, time_zone_override=options['timeZone'])
data.get_cookie_manager().set_persistent_storage(folder + '/cookies', WebKit2.CookiePersistentStorage.SQLITE)
context.set_preferred_languages([options['locale']])
# The certificate of the tests is signed by nobody.
data.set_tls_errors_policy(WebKit2.TLSErrorsPolicy.IGNORE)
context.set_automation_allowed(True)


def new_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_property('enable-write-console-messages-to-stdout', True)
    # There is no graphics card behind this screen, and what stands in for one has been seen to crash.
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window()
    window.set_default_size(options['width'], options['height'])
    window.add(view)
    view.connect('close', lambda _: window.destroy())
    window.show_all()
    return view


def started(_, session):
    about = WebKit2.ApplicationInfo()
    about.set_name('Records')
    session.set_application_info(about)
    session.connect('create-web-view', new_view)


context.connect('automation-started', started)
Gtk.main()
