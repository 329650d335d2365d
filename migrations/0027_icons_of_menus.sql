-- Each menu has an icon of its own: two were drawn like another one.
UPDATE menus SET icon = 'domain' WHERE id = 'tenantManager-tenantSite' AND icon = 'hospital';
UPDATE menus SET icon = 'outgoing' WHERE id = 'projectManager-authorizationHistory' AND icon = 'history';
